const DATE =
  /^(?:D:)?\s*(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2}))?)?)?)?)?\s*(?:([+-])(\d{2})'?(?:(\d{2})'?)?|Z.*)?/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * A date such as `D:20240131120000+01'00'` as ISO 8601 in UTC (ISO 32000-1, 7.9.4). Parts that are left out count as
 * their first values, and a time without a zone as UTC. Undefined for a text that is no date.
 */
export function readPdfDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (ISO_DATE.test(text)) return toIso(Date.parse(text));
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const part = (index: number, first: number): number => Number(match[index] ?? first);
  const isPossible = part(1, 0) >= 1900 && inside(part(2, 1), 1, 12) && inside(part(3, 1), 1, 31);
  if (!isPossible) return undefined;
  const time = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0));
  const offset = (part(8, 0) * 60 + part(9, 0)) * (match[7] === '-' ? -1 : 1);
  return toIso(time - offset * 60_000);
}

function inside(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function toIso(time: number): string | undefined {
  const date = new Date(time);
  if (Number.isNaN(time) || Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 2200 ? date.toISOString() : undefined;
}
