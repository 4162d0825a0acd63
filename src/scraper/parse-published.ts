const DAY_MS = 86_400_000;
const EARLIEST_MS = Date.UTC(1995, 0, 1);
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;
/** A day in numbers that the metadata left as they are: with dots the day comes first, with slashes the month. */
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:\D.{0,40})?$/;

/**
 * Reads the time at which a page says that it was published; undefined when that cannot be: before 1995, or more than a day
 * after the page was fetched. A clock without a zone is taken for UTC.
 */
export function parsePublished(stated: string, fetchedAt: Date): Date | undefined {
  const text = stated.trim();
  const time = timeOf(text);
  const canBe = time >= EARLIEST_MS && time <= fetchedAt.getTime() + DAY_MS;
  return canBe ? new Date(time) : undefined;
}

function timeOf(text: string): number {
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [, first = '', sign, second = '', year = ''] = numbers;
    const isDayFirst = sign !== '/' || Number(first) > 12;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return Number(month) > 12 ? NaN : Date.UTC(Number(year), Number(month) - 1, Number(day));
  }
  if (ISO_DAY.test(text) || HAS_ZONE.test(text)) return Date.parse(text);
  const inUtc = Date.parse(`${text}Z`);
  return Number.isNaN(inUtc) ? Date.parse(`${text} UTC`) : inUtc;
}
