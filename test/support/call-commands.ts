/**
 * Entry of a process that runs commands one after the other, since most of what a short command takes is the start of Node:
 * it is sent batches of calls and sends back what each of them did.
 */
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { CliBatch, CliBatchEnd, CliCall, CliEnd } from './run-cli.ts';

/** Keeps what is written to a stream, until it is given back. */
function capture(stream: NodeJS.WriteStream): { text(): string; giveBack(): void } {
  const own = stream.write;
  const written: Buffer[] = [];
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    written.push(Buffer.from(piece as string));
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  return {
    text: () => Buffer.concat(written).toString(),
    giveBack: () => void (stream.write = own),
  };
}

/** Gives a call a standard input and settings of its own, until they are taken back. */
function surround({ input, environment = {} }: CliCall): () => void {
  const ownInput = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  const ownEnvironment = { ...process.env };
  if (input !== undefined) Object.defineProperty(process, 'stdin', { ...ownInput, get: () => given });
  const given = Readable.from(input === undefined || input === '' ? [] : [Buffer.from(input)]);
  Object.assign(process.env, environment);
  return () => {
    Object.defineProperty(process, 'stdin', ownInput);
    for (const name of Object.keys(environment)) {
      if (ownEnvironment[name] === undefined) delete process.env[name];
      else process.env[name] = ownEnvironment[name];
    }
  };
}

async function call(called: CliCall): Promise<CliEnd> {
  const takeBack = surround(called);
  const streams = [capture(process.stdout), capture(process.stderr)] as const;
  try {
    const code = await runCommandLine([...called.args]);
    return { code, stdout: streams[0].text(), stderr: streams[1].text() };
  } finally {
    for (const stream of streams) stream.giveBack();
    takeBack();
  }
}

async function callAll({ calls, environment, cwd }: CliBatch): Promise<CliBatchEnd> {
  const ends: CliEnd[] = [];
  process.chdir(cwd);
  try {
    for (const called of calls)
      ends.push(await call({ ...called, environment: { ...environment, ...called.environment } }));
    return { ends };
  } catch (error) {
    return { ends, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    // The folder of a test goes when it ends.
    process.chdir(tmpdir());
  }
}

// Each command listens for errors of both.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
process.on('disconnect', () => process.exit());
process.on('message', (batch: CliBatch) => {
  void callAll(batch).then((end) => {
    process.send!(end);
    // A command lets its process end though the channel is open.
    process.channel?.ref();
  });
});
