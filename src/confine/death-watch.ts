import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Kills groups of processes when this process ends, however it ends: a process that computes without a pause cannot find
 * out by itself. A shell does it, which sees its input end; it lives as long as there is something to watch over.
 */
export interface DeathWatch {
  /** A process that leads a group of its own. */
  add(pid: number): void;
  /** It has ended: the number may soon be another's. */
  remove(pid: number): void;
}

/** Reads `add 123` and `remove 123`. A number that is another process's by now leads no group, as a rule. */
const SCRIPT = `
groups=
while read -r verb pid; do
  case $verb in
    add) groups="$groups $pid" ;;
    remove)
      left=
      for each in $groups; do [ "$each" = "$pid" ] || left="$left $each"; done
      groups=$left ;;
  esac
done
for each in $groups; do kill -s KILL -- "-$each"; done
`;

/** `onFailure` hears why nobody watches, at most once for each shell. */
export function createDeathWatch(onFailure: (error: Error) => void): DeathWatch {
  const watched = new Set<number>();
  let shell: ChildProcess | undefined;

  function start(): ChildProcess {
    const started = spawn('/bin/sh', ['-c', SCRIPT], {
      env: {},
      cwd: '/',
      // Ctrl-C in a terminal must not end it before what it watches.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const forget = (): void => {
      if (shell === started) shell = undefined;
    };
    started.once('exit', forget);
    started.once('error', (error) => {
      forget();
      onFailure(error);
    });
    started.stdin.on('error', forget);
    started.unref();
    (started.stdin as Socket).unref();
    for (const pid of watched) started.stdin.write(`add ${pid}\n`);
    return started;
  }

  return {
    add(pid) {
      watched.add(pid);
      // Windows ends the children of a process with it.
      if (process.platform === 'win32') return;
      if (shell === undefined) shell = start();
      else shell.stdin?.write(`add ${pid}\n`);
    },
    remove(pid) {
      watched.delete(pid);
      if (watched.size > 0) shell?.stdin?.write(`remove ${pid}\n`);
      else {
        const ending = shell;
        shell = undefined;
        ending?.stdin?.end(`remove ${pid}\n`);
      }
    },
  };
}
