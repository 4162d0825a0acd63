import { nearMiss } from '../../contract/near-miss.ts';

const PREFIX = 'DECANT_';

/** Names that are ours by their beginning and that nothing reads: a sentence each, without the value. */
export function findUnknownSettings(given: readonly string[], known: readonly string[]): string[] {
  const ours = known.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return given
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const rest = name.slice(PREFIX.length);
      const near = nearMiss(rest, ours);
      const meant = known.includes(rest) ? rest : near === undefined ? undefined : PREFIX + near;
      const hint = meant === undefined ? 'it has no effect' : `did you mean ${meant}?`;
      return `${name} is no variable of Decant: ${hint}`;
    });
}

/** `PORT must be a whole number from 0 to 65535, not 99999`. */
export function describeSettingProblem({
  path,
  message,
}: {
  path: readonly PropertyKey[];
  message: string;
}): string {
  return `${String(path[0])} ${message}`;
}
