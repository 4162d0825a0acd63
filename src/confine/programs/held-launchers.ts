import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { launcherVariables } from '../compiled-code.ts';
import { heldCommand, ORDER_DESCRIPTOR, packOrder, type HeldOrder } from './held-order.ts';

/** Launchers of programs that are held to files and a port; one is kept ready once they are in use. */
export interface HeldLaunchers extends Disposable {
  /** The process that becomes the program, which leads a group of its own. */
  start(order: Omit<HeldOrder, 'descriptors'>): ChildProcess;
}

/** A program that has just started needs the machine more than the next one. */
const SPARE_AFTER_MS = 1_000;
/** So long nobody needed it. */
const SPARE_FOR_MS = 60_000;

/** Starting one takes longer than all else of a browser's start, and does not depend on what it becomes. */
export function createHeldLaunchers(stdio: readonly ('ignore' | 'pipe')[]): HeldLaunchers {
  let spare: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    const { command, args } = heldCommand();
    const env = launcherVariables();
    return spawn(command, args, { stdio: [...stdio] as StdioOptions, env, cwd: '/', detached: true });
  }

  function takeSpare(): ChildProcess | undefined {
    const taken = spare;
    spare = undefined;
    if (taken === undefined || taken.exitCode !== null || taken.signalCode !== null) return undefined;
    setWaited(taken, true);
    return taken;
  }

  function drop(): void {
    // It reads that its order does not come.
    takeSpare()?.stdio[ORDER_DESCRIPTOR]?.destroy();
  }

  function keepSpare(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      spare ??= launch();
      // Failures show when it is to become something.
      spare.on('error', () => undefined);
      setWaited(spare, false);
      timer = setTimeout(drop, SPARE_FOR_MS).unref();
    }, SPARE_AFTER_MS).unref();
  }

  return {
    start(order) {
      const child = takeSpare() ?? launch();
      const link = child.stdio[ORDER_DESCRIPTOR] as Writable | null | undefined;
      // Its follower hears that it did not start.
      link?.on('error', () => undefined);
      link?.write(packOrder({ ...order, descriptors: stdio.length }));
      keepSpare();
      return child;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      drop();
    },
  };
}

/** Whether this process stays for the sake of the other. */
function setWaited(child: ChildProcess, isWaited: boolean): void {
  for (const each of [child, ...(child.stdio as Array<Socket | null>)]) {
    if (isWaited) each?.ref();
    else each?.unref();
  }
}
