const KEPT = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** What a started `decant` has of this process's own settings: where its programs, its home and what is temporary are. */
export function commandEnvironment(): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
