import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Cage, CageEnd, CageOrder, CageTier, Caged } from './cage.ts';
import { LINK_DESCRIPTOR, launchCommand, type CageLaunch, type CageWalls } from './cage-launch.ts';
import type { CageIdentity } from './cage-rights.ts';
import { SCRATCH } from './cage-root.ts';
import { takeCageUser } from './cage-users.ts';
import { compiledCodeVariables, launcherVariables, shareCompiledCode } from '../compiled-code.ts';
import type { DeathWatch } from '../death-watch.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { watchScratch } from './scratch-watch.ts';

export interface CageParts {
  walls: CageWalls;
  /** Each program becomes a user of its own: needs the right to change users. */
  hasOwnUsers: boolean;
  /** Kills programs when the service has been. */
  deathWatch: DeathWatch;
}

/** On a disk that is not ours alone. */
const MAX_BARE_FILE_BYTES = 16 * 2 ** 20;
const MAX_WORDS = 2_000;
const GOING_STEP_MS = 5;
const MAX_GOING_MS = 250;

/** A cage of these walls. */
export function createCage(parts: CageParts): Cage {
  const tier: CageTier = parts.walls.namespaces.length > 0 ? 'full' : 'bare';
  return {
    tier,
    async start(order) {
      await using resources = new AsyncDisposableStack();
      const identity = parts.hasOwnUsers ? resources.use(await takeCageUser()).identity : undefined;
      const scratch = tier === 'full' ? undefined : resources.use(await openScratchFolder(identity)).path;
      const { compiledCode } = order;
      if (compiledCode !== undefined) await shareCompiledCode(compiledCode, userOf(parts, identity));
      const launch = launchOf(order, parts, { identity, scratch });
      const running = run(launch, parts);
      if (scratch !== undefined) resources.defer(watch(running, launch));
      const streams = [running.link, running.stdout, running.stderr];
      // Node throws away what a process that has ended had to say when nobody listens yet.
      for (const stream of streams) stream.on('readable', keep);
      await running.standing;
      setImmediate(() => {
        for (const stream of streams) stream.off('readable', keep);
      });
      const held = resources.move();
      const exited = running.ended.then(async (end) => {
        await held.disposeAsync();
        return end;
      });
      const { child: process, link, stdout, stderr } = running;
      return { process, link, stdout, stderr, kill: () => running.kill(), exited } satisfies Caged;
    },
  };
}

function keep(): void {}

/** The user that a program takes itself for. */
function userOf({ walls }: CageParts, identity: CageIdentity | undefined): number {
  return identity?.uid ?? (walls.namespaces.includes('--user') ? 0 : process.getuid!());
}

function launchOf(
  order: CageOrder,
  { walls, hasOwnUsers }: CageParts,
  { identity, scratch }: { identity: CageIdentity | undefined; scratch: string | undefined },
): CageLaunch {
  const { landlock, isFiltered } = walls;
  const { compiledCode } = order;
  const hasOwnRoot = scratch === undefined;
  const fileBytes = hasOwnRoot
    ? order.limits.fileBytes
    : Math.min(order.limits.fileBytes, MAX_BARE_FILE_BYTES);
  return {
    ...order,
    env: { ...order.env, ...compiledCodeVariables(compiledCode) },
    runtime: compiledCode === undefined ? order.runtime : [...order.runtime, compiledCode],
    limits: { ...order.limits, fileBytes },
    walls: { landlock, isFiltered },
    hasOwnRoot,
    identity,
    scratch: scratch ?? SCRATCH,
    isCounted: hasOwnRoot || hasOwnUsers,
  };
}

interface Running {
  child: ChildProcess;
  link: Duplex;
  stdout: Readable;
  stderr: Readable;
  kill(reason?: string): void;
  /** The walls stand; rejects with what the launcher said. */
  standing: Promise<void>;
  ended: Promise<CageEnd>;
}

function run(launch: CageLaunch, { walls, deathWatch }: CageParts): Running {
  const [command, args] = launchCommand(launch, walls.namespaces);
  const child = spawn(command, args, {
    // The launcher's own, which the program could read from its memory.
    env: launcherVariables(),
    cwd: '/',
    // It leads a group, which is killed as one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const link = child.stdio[LINK_DESCRIPTOR] as Duplex;
  // The other end has gone; the exit says so.
  link.on('error', () => undefined);
  const ended = Promise.withResolvers<CageEnd>();
  let isOver = false;
  let isKilled = false;
  let reason: string | undefined;

  function killGroup(): void {
    try {
      process.kill(-pid!, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
  child.on('error', (error) => ended.reject(error));
  if (pid !== undefined) deathWatch.add(pid, launch.hasOwnRoot ? undefined : launch.scratch);
  child.on('exit', (code, signal) => {
    isOver = true;
    // A program whose parent was killed alone.
    killGroup();
    void untilGone(pid!).then(() => {
      deathWatch.remove(pid!);
      // The parent of a program in namespaces ends with a code of its own.
      const how = isKilled ? { code: null, signal: 'SIGKILL' } : { code, signal };
      ended.resolve({ ...how, ...(reason !== undefined && { reason }) });
    });
  });
  return {
    child,
    link,
    stdout: child.stdout!,
    stderr: child.stderr!,
    kill(why?: string) {
      if (isOver || pid === undefined) return;
      isKilled = true;
      reason ??= why;
      // The parent then sees the end of its child: an orphan that nobody waits for would stay, as a number.
      if (!killChild(pid)) killGroup();
    },
    standing: untilStanding(child, link, ended.promise),
    ended: ended.promise,
  };
}

/** Ends the program behind `unshare`; false where there is none, or the system does not tell. */
function killChild(parent: number): boolean {
  try {
    const child = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').trim());
    return child > 1 && process.kill(child, 'SIGKILL');
  } catch {
    return false;
  }
}

/** A child of a child that was killed is gone when whoever adopted it has seen that. */
async function untilGone(group: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < MAX_GOING_MS; waitedMs += GOING_STEP_MS) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
    await setTimeout(GOING_STEP_MS);
  }
}

/** Takes the launcher's one character from the link; all after that is the program's. */
async function untilStanding(child: ChildProcess, link: Duplex, ended: Promise<CageEnd>): Promise<void> {
  const over = ended.then(() => true);
  while (link.read(1) === null) {
    const isOver = await Promise.race([over, once(link, 'readable').then(() => false)]);
    if (!isOver) continue;
    const [words, { code, signal }] = await Promise.all([text(child.stderr!), ended]);
    throw new Error(`The cage could not be built (${signal ?? code}): ${words.slice(-MAX_WORDS)}`);
  }
}

function watch({ child, kill, ended }: Running, launch: CageLaunch): () => void {
  const { scratch: folder, limits } = launch;
  const end = watchScratch(child.pid!, { folder, ...limits }, kill);
  void ended.then(end, end);
  return end;
}
