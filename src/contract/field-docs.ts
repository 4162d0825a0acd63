import type { JsonSchema } from './json-schema.ts';

/** One field of a request or an answer, for help texts and the reference. */
export interface FieldDoc {
  /** Members of nested objects are dotted: `data.remainingCredits`, `selectors[].selector`. */
  name: string;
  /** `string`, `integer`, `Format[]`, `object`. */
  type: string;
  isRequired: boolean;
  /** JSON text, undefined when there is none. */
  default: string | undefined;
  /** The purpose of the field and the values that it takes, in one or more sentences. */
  rule: string;
  /** This version refuses it, or never gives it; the rule says why. */
  isRefused: boolean;
}

/** One of several shapes of an object, told apart by the value of `type`. */
export interface VariantDoc {
  name: string;
  description: string;
  /** This version refuses it; the description says why. */
  isRefused: boolean;
  /** Without `type`. */
  fields: FieldDoc[];
}

type Definitions = Record<string, JsonSchema>;

/** The fields of an object schema, nested objects included; schemas with an id are named, not unfolded. */
export function fieldDocs(schema: JsonSchema, definitions: Definitions = schema.$defs ?? {}): FieldDoc[] {
  const { properties = {}, required = [] } = resolve(schema, definitions);
  return Object.entries(properties).flatMap(([name, field]) => {
    if (field.deprecated) return [];
    const doc: FieldDoc = {
      name,
      type: typeText(field),
      isRequired: required.includes(name),
      default: field.default === undefined ? undefined : JSON.stringify(field.default),
      rule: ruleText(field),
      isRefused: field['x-refused'] !== undefined,
    };
    return [doc, ...memberDocs(name, field, definitions)];
  });
}

/** The members of an object, or of the objects in a list, that has no name of its own. */
function memberDocs(name: string, field: JsonSchema, definitions: Definitions): FieldDoc[] {
  if (field.items !== undefined) return memberDocs(`${name}[]`, field.items, definitions);
  if (field.properties === undefined) return [];
  return fieldDocs(field, definitions).map((member) => ({ ...member, name: `${name}.${member.name}` }));
}

/** The shapes of a schema that is told apart by `type`; none when it is not. */
export function variantDocs(schema: JsonSchema, definitions: Definitions): VariantDoc[] {
  const variants = schema.oneOf ?? schema.anyOf?.find((alternative) => alternative.oneOf)?.oneOf ?? [];
  return variants.map((variant) => ({
    name: String(variant.properties?.['type']?.const),
    description: variant.description ?? '',
    isRefused: variant['x-refused'] !== undefined,
    fields: fieldDocs(variant, definitions).filter(({ name }) => name !== 'type'),
  }));
}

function resolve(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const id = idOf(schema);
  return id === undefined ? schema : (definitions[id] ?? schema);
}

/** The id that a schema refers to. */
function idOf(schema: JsonSchema): string | undefined {
  return schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
}

function typeText(schema: JsonSchema): string {
  const id = idOf(schema);
  if (id !== undefined) return id;
  if (schema.prefixItems !== undefined) return 'array';
  if (schema.items !== undefined) return `${typeText(schema.items)}[]`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ');
  if (schema.type === undefined) return 'any';
  return [schema.type].flat().join(' | ');
}

function ruleText(schema: JsonSchema): string {
  return [schema.description, valuesText(schema), boundsText(schema)].filter(Boolean).join(' ');
}

function valuesText(schema: JsonSchema): string | undefined {
  if (schema.const !== undefined) return `Always ${JSON.stringify(schema.const)}.`;
  const values = schema.enum ?? schema.items?.enum;
  return values && `One of ${values.join(', ')}.`;
}

function boundsText(schema: JsonSchema): string | undefined {
  const [least, most, unit] =
    schema.type === 'string'
      ? [schema.minLength, schema.maxLength, ' characters']
      : schema.type === 'array'
        ? [schema.minItems, schema.maxItems, ' entries']
        : [schema.minimum, schema.maximum, ''];
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}.`;
  if (most !== undefined) return `At most ${most}${unit}.`;
  return least === undefined || (least <= 1 && unit !== '') ? undefined : `At least ${least}${unit}.`;
}
