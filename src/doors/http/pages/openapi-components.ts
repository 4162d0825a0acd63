import type { z } from 'zod';
import { oncePerSchema, toJsonSchema, type JsonSchema } from '../../../contract/json-schema.ts';

/** Schemas with an id, collected while an OpenAPI document is written. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  /**
   * Gives the schema as JSON Schema, the same object each time: most errors of all endpoints are answered by one schema.
   * An id makes a reference of its schema. Throws when one id stands for two schemas.
   */
  readonly add = oncePerSchema((schema, io) => this.#write(schema, io));

  #write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs = {}, ...root } = pointToComponents(toJsonSchema(schema, io));
    for (const [id, definition] of Object.entries($defs)) {
      const earlier = (this.schemas[id] ??= definition);
      if (JSON.stringify(earlier) !== JSON.stringify(definition)) {
        throw new Error(`The schema id ${id} stands for two different schemas`);
      }
    }
    return root;
  }
}

/** Zod refers to `#/$defs/X`; in OpenAPI the shared schemas stand under components. */
function pointToComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
