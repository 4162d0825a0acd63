/** A value of the command line that counts something. Throws a RangeError. */
export function wholeNumber(option: string, text: string, min = 1): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min)
    throw new RangeError(`${option} takes a whole number from ${min} on`);
  return value;
}

/** Names between commas, in the order of all of them; all when none are given. Throws a RangeError. */
export function chosenNames<Name extends string>(
  option: string,
  given: string | undefined,
  all: readonly Name[],
): readonly Name[] {
  if (given === undefined) return all;
  const names = given.split(',');
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw new RangeError(`${option} does not know ${unknown}`);
  return all.filter((name) => names.includes(name));
}
