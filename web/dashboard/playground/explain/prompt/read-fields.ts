const FIELD = /^([\p{L}_$][\p{L}\p{N}_$-]*)(?:\s*:\s*([a-z]+))?\s*(\[\])?$/u;
const TYPES: ReadonlyMap<string, object> = new Map([
  ['string', { type: 'string' }],
  ['text', { type: 'string' }],
  ['number', { type: 'number' }],
  ['integer', { type: 'integer' }],
  ['boolean', { type: 'boolean' }],
  ['date', { type: 'string', format: 'date' }],
  ['url', { type: 'string', format: 'uri' }],
]);

/** The JSON Schema that stands behind `json`: as it is, or of fields such as `name, price:number, tags[]`. */
export function readFields(given: string): object {
  if (given.startsWith('{')) return readJson(given);
  const properties = given.split(',').map((text) => {
    const [, name, typeName = 'string', list] = FIELD.exec(text.trim()) ?? [];
    if (name === undefined)
      throw new Error(`${text.trim()} is no field: json takes a JSON Schema, or name, price:number, tags[]`);
    const type = TYPES.get(typeName);
    if (type === undefined)
      throw new Error(`${name} has the type ${typeName}; there are ${[...TYPES.keys()].join(', ')}`);
    return [name, list === undefined ? type : { type: 'array', items: type }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function readJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw new Error(`json takes a JSON Schema, and this is no JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
