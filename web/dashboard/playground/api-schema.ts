import { signal } from '@preact/signals';
import { call } from '../api.ts';

/** The part of a JSON Schema that fields of the form are made of. */
export interface OptionSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  description?: string;
  default?: unknown;
  enum?: string[];
  deprecated?: boolean;
  minimum?: number;
  maximum?: number;
  items?: OptionSchema;
  properties?: Record<string, OptionSchema>;
  required?: string[];
  anyOf?: OptionSchema[];
  oneOf?: OptionSchema[];
  /** The price of the option, in words. */
  'x-credits'?: string;
  /** Advice about an error, by its code. */
  'x-advice'?: Record<string, string>;
}

/** The part of the OpenAPI document that is read here. */
interface Api {
  paths: Record<string, { post?: { 'x-credits'?: string } }>;
  components: { schemas: Record<string, OptionSchema> };
}

/** The API as it describes itself; undefined until somebody asked for it. */
export const api = signal<Api | undefined>(undefined);

/** Has the description of the API in `api`. Rejects when it cannot be had. */
export async function loadApi(): Promise<void> {
  api.value ??= (await call<Api>('/openapi.json')).body;
}

/** The schema that another one refers to, or the schema itself; the words beside a reference win. */
export function resolved(schema: OptionSchema): OptionSchema {
  const { $ref: reference, ...own } = schema;
  if (reference === undefined) return schema;
  const name = reference.split('/').at(-1) ?? '';
  return { ...api.value?.components.schemas[name], ...own };
}

/** The options of a request that the service understands; what it takes for old clients is left out. */
export function optionsOf(
  { properties = {} }: OptionSchema,
  leftOut: ReadonlySet<string>,
): Array<[string, OptionSchema]> {
  return Object.entries(properties)
    .filter(([name, { deprecated }]) => deprecated !== true && !leftOut.has(name))
    .map(([name, schema]) => [name, resolved(schema)]);
}

/** A choice among the entries of a list: a name that may stand alone, and the options that it has as an object. */
export interface Variant {
  name: string;
  /** The name alone will do. */
  isShort: boolean;
  schema: OptionSchema;
}

/** The kinds of entries that a list takes; none where they are not told apart by `type`. */
export function variantsOf(items: OptionSchema): Variant[] {
  const { anyOf, oneOf, enum: names, properties } = resolved(items);
  if (names) return names.map((name) => ({ name, isShort: true, schema: {} }));
  const full = anyOf?.find((each) => each.enum === undefined);
  const short = anyOf?.find((each) => each.enum !== undefined)?.enum ?? [];
  const kinds = properties?.['type']?.enum;
  if (kinds) return kinds.map((name) => ({ name, isShort: false, schema: {} }));
  return (oneOf ?? full?.oneOf ?? []).flatMap((schema) => {
    const name = schema.properties?.['type']?.const;
    return typeof name === 'string' ? [{ name, isShort: short.includes(name), schema }] : [];
  });
}

/** Gives advice about an error of this code; empty when there is none. */
export function adviceFor(code: string): string {
  return api.value?.components.schemas['Error']?.properties?.['code']?.['x-advice']?.[code] ?? '';
}
