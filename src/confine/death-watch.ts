import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Kills groups of processes when this process ends, however it ends: a process that computes without a pause cannot find
 * out by itself. A shell does it, which sees its input end; it lives as long as there is something to watch over.
 */
export interface DeathWatch {
  /** A process that leads a group of its own, and a folder that goes with it. */
  add(pid: number, folder?: string): void;
  /** It has ended: the number may soon be another's. */
  remove(pid: number): void;
}

/**
 * Reads `add 123`, `add 123 /folder` and `remove 123`. A number that is another process's by now leads no group, as a rule.
 * Processes that are killed write for a moment.
 */
const SCRIPT = `
groups=
while read -r verb pid folder; do
  case $verb in
    add)
      groups="$groups $pid"
      eval "folder_$pid=\\$folder" ;;
    remove)
      left=
      for each in $groups; do [ "$each" = "$pid" ] || left="$left $each"; done
      groups=$left ;;
  esac
done
for each in $groups; do kill -s KILL -- "-$each"; done
for each in $groups; do
  eval "folder=\\$folder_$each"
  [ -n "$folder" ] || continue
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$folder" && break
    sleep 0.1
  done
done
`;

/** `onFailure` hears why nobody watches, at most once for each shell. */
export function createDeathWatch(onFailure: (error: Error) => void): DeathWatch {
  const watched = new Map<number, string | undefined>();
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
    for (const [pid, folder] of watched) started.stdin.write(added(pid, folder));
    return started;
  }

  return {
    add(pid, folder) {
      watched.set(pid, folder);
      // Windows ends the children of a process with it.
      if (process.platform === 'win32') return;
      if (shell === undefined) shell = start();
      else shell.stdin?.write(added(pid, folder));
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

/** A folder whose name is no word of a line is left to whoever cleans up later. */
function added(pid: number, folder = ''): string {
  return `add ${pid} ${/^\/[^\n]*$/.test(folder) ? folder : ''}\n`;
}
