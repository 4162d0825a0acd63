import { addAbortListener } from 'node:events';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { confinedCommand, type ProgramOrder } from '../../confine/programs/program-order.ts';
import type { Walls } from '../../confine/kernel/walls.ts';

/** The folder is also its working folder. */
export interface ProgramCall extends Omit<ProgramOrder, 'maxMemoryBytes'> {
  /** The walls that hold the program. */
  walls: Walls;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A program of others did not do what it was called for; the message is its own last words. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_MEMORY_BYTES = 1_500_000_000;

/**
 * Runs a program to its end, within the walls of this machine, and returns what it wrote. Rejects with a `ProgramError` when it fails or takes too long and
 * with the signal's reason; then it has been killed with all that it started.
 */
export async function runProgram({ walls, timeoutMs, signal, ...order }: ProgramCall): Promise<string> {
  signal.throwIfAborted();
  const confined = confinedCommand({ ...order, maxMemoryBytes: MAX_MEMORY_BYTES }, walls);
  const { command, args, env, identity } = confined;
  const child = spawn(command, args, {
    cwd: order.folder,
    env,
    ...identity,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  const ended = Promise.withResolvers<string>();
  const kill = (reason: unknown): void => {
    ended.reject(reason);
    killGroup(child.pid);
  };
  const timer = setTimeout(() => kill(new ProgramError(`took longer than ${timeoutMs} ms`)), timeoutMs);
  using listening = addAbortListener(signal, () => kill(signal.reason));
  child.once('error', (error) => ended.reject(new ProgramError('could not be started', { cause: error })));
  child.once('close', (code, by) => {
    // Processes that the program started end with it.
    killGroup(child.pid);
    if (code === 0) ended.resolve(output());
    else ended.reject(new ProgramError(lastLine(errors()) ?? `ended with ${by ?? `code ${code}`}`));
  });
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
  }
}

/** The beginning of what it writes; the rest is read and thrown away, so that it never waits for us. */
function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    if (length < MAX_OUTPUT_BYTES) chunks.push(chunk);
    length += chunk.length;
  });
  // It ends with its process.
  stream.on('error', () => undefined);
  return () => Buffer.concat(chunks).toString().slice(0, MAX_OUTPUT_BYTES);
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim().slice(0, 300) || undefined;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has gone.
  }
}
