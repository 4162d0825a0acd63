import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import type { ServerIdentity } from '../server-identity.ts';
import { followServerLog, type ServerLog } from './server-log.ts';
import { toArguments } from './server-settings.ts';
import { spawnFailure } from '../start-failure.ts';

/** The program to run, its folder and its user. */
export interface ServerProgram {
  /** The `postgres` binary. */
  postgres: string;
  databaseFolder: string;
  /** This process's own user when absent. */
  identity: ServerIdentity | undefined;
  log: Log;
}

export interface ServerProcess {
  child: ChildProcessByStdio<Writable, null, Readable>;
  log: ServerLog;
  /** Fulfils when the process has ended, with how: `signal SIGKILL`, `code 1`. Rejects when it never ran. */
  exited: Promise<string>;
}

/** Its last words may still be on their way when a process ends; its children may hold the line open for longer. */
const LAST_WORDS_MS = 200;

/**
 * Runs `postgres <mode> -D <folder> -c <settings> <operands>`. On Linux the folder is named from inside: the server is
 * started in it, and the link leads there without a walk along its path, which may cross folders that are closed to the
 * server's user (a home with mode 0700).
 */
export function spawnServer(
  { postgres, databaseFolder, identity, log }: ServerProgram,
  {
    settings = {},
    singleUser,
  }: { settings?: Readonly<Record<string, string>>; singleUser?: { database: string } },
): ServerProcess {
  const folder = [
    '-D',
    process.platform === 'linux' ? '/proc/self/cwd' : databaseFolder,
    ...toArguments(settings),
  ];
  const args = singleUser ? ['--single', ...folder, singleUser.database] : folder;
  try {
    const child = spawn(postgres, args, {
      ...identity,
      cwd: databaseFolder,
      env: {},
      // Its own session: Ctrl-C in a terminal stops Decant, which stops the server once its requests are done.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    if (!singleUser) child.stdin.end();
    // When this process exits without an orderly end, the server is told to end, and does so by itself.
    const onExit = (): boolean => child.kill('SIGINT');
    process.once('exit', onExit);
    const exited = waitForExit(child, postgres).finally(() => process.off('exit', onExit));
    return { child, exited, log: followServerLog(child.stderr, log) };
  } catch (error) {
    throw spawnFailure(postgres, error as NodeJS.ErrnoException);
  }
}

function waitForExit(child: ChildProcess, postgres: string): Promise<string> {
  const closed = new Promise<void>((resolve) => void child.once('close', resolve));
  const exited = new Promise<string>((resolve, reject) => {
    // Also emitted when a signal cannot be sent; only without an id has nothing been started.
    child.on('error', (error) => child.pid === undefined && reject(spawnFailure(postgres, error)));
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`));
  });
  return exited.then(async (how) => {
    await Promise.race([closed, sleep(LAST_WORDS_MS)]);
    return how;
  });
}
