import { types, type CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;

const { DATE, INT8 } = types.builtins;
/** Array types have no name in the driver's list; pg_type.dat gives their ids. */
const INT8_ARRAY = 1016;

const PARSERS = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [INT8_ARRAY, parseIntegerArray],
  // The driver would make a Date at midnight of the local time zone.
  [DATE, (text) => text],
]);

/**
 * How column values become JavaScript values, for one pool; the driver's own table stays untouched. Values come as text:
 * the driver reads rows as UTF-8, so PostgreSQL's binary form would be damaged on the way.
 */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: ((id: number) =>
    PARSERS.get(id) ?? types.getTypeParser(id)) as CustomTypesConfig['getTypeParser'],
};

function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The bigint ${text} does not fit a safe integer`);
  return number;
}

/** `{1,2,NULL}` -> [1, 2, null]; nested arrays do not occur in this schema. */
function parseIntegerArray(text: string): Array<number | null> {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : toSafeInteger(item)));
}
