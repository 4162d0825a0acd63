/** Answers of the kernel to a call that is not to be: by their number (Python), by their name (Node). */
const REFUSALS: Readonly<Record<string, string>> = {
  EPERM: '1',
  ENOENT: '2',
  EACCES: '13',
  EROFS: '30',
  ENOSYS: '38',
};
const KNOWN_REFUSALS = new Set([...Object.keys(REFUSALS), ...Object.values(REFUSALS)]);
/** Refusals of one attempt, which would be none of another. */
const OWN_REFUSALS: Readonly<Record<string, string>> = {
  // Node's own words.
  'library of others': 'ERR_DLOPEN_FAILED',
  'TCP by a name': 'EAI_AGAIN',
  request: 'TypeError: fetch failed',
  interfaces: 'ERR_SYSTEM_ERROR',
  'priority of another': 'ERR_SYSTEM_ERROR',
  'its own priority': 'ERR_SYSTEM_ERROR',
  // A descriptor for reading, and none at all.
  'write a readable descriptor': '9',
  'descriptors of the service': '9',
  // Descriptors 0 to 3 are no folders, and its standard error has no name.
  'from descriptor 0': '20',
  'from descriptor 1': '20',
  'from descriptor 2': '20',
  'from descriptor 3': '20',
  'read by device folder': '6',
  // Whoever owns it is told first that it runs.
  'write the interpreter': '26',
  'write its interpreter': 'ETXTBSY',
  // In its namespace there is no such process.
  ...Object.fromEntries(
    ['another', 'the first', 'the parent'].flatMap((whom) => [
      [`ask scheduler of ${whom}`, '3'],
      [`ask parameters of ${whom}`, '3'],
    ]),
  ),
};
/** Things that the program may do: a cage that refuses them would refuse everything. */
const PERMITTED = /^may /;

export interface Judgement {
  attempts: number;
  /** Attempts that succeeded, or that got further than the walls, sorted. */
  open: string[];
  /** Things that it may do, and could not. */
  broken: string[];
}

export function judgeAttempts(outcomes: Readonly<Record<string, string>>): Judgement {
  const all = Object.entries(outcomes);
  const attempts = all.filter(([name]) => !PERMITTED.test(name));
  return {
    attempts: attempts.length,
    open: attempts
      .filter(([name, came]) => !KNOWN_REFUSALS.has(came) && OWN_REFUSALS[name] !== came)
      .map(([name]) => name)
      .toSorted(),
    broken: all.filter(([name, came]) => PERMITTED.test(name) && came !== 'done').map(([name]) => name),
  };
}
