/**
 * One value of those that pieces of a page gave: lists are joined, each entry once; objects member by member; of other
 * values the first that is `trusted`, else the one that came most often.
 */
export function mergeValues(values: readonly unknown[], isTrusted: (value: unknown) => boolean): unknown {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '');
  if (given.length < 2) return given[0] ?? values[0];
  if (given.every((value) => Array.isArray(value))) return distinct(given.flat());
  if (given.every(isObject)) {
    const names = new Set(given.flatMap((value) => Object.keys(value)));
    // `fromEntries` makes a plain member even of a name like `__proto__`.
    return Object.fromEntries(
      [...names].map((name) => {
        const members = given.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]] : []));
        return [name, mergeValues(members, isTrusted)];
      }),
    );
  }
  return given.find(isTrusted) ?? mostFrequent(given);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function distinct(entries: readonly unknown[]): unknown[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function mostFrequent(values: readonly unknown[]): unknown {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(JSON.stringify(value)) === most);
}
