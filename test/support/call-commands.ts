/**
 * Runs commands one after the other in one process, since most of what a short command takes is the start of Node:
 * `node call-commands.ts '[{"args": ["scrape", "URL"]}, ...]'` prints a JSON array of what each of them did.
 */
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { CliCall, CliEnd } from './run-cli.ts';

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

// Each command listens for errors of both.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
const ends: CliEnd[] = [];
for (const called of JSON.parse(process.argv[2] ?? '[]') as CliCall[]) ends.push(await call(called));
process.stdout.write(JSON.stringify(ends));
