/**
 * Runs commands one after the other in one process, since most of what a short command takes is the start of Node:
 * `node call-commands.ts '[["scrape", "URL"], ...]'` prints a JSON array of what each of them did.
 */
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { CliEnd } from './run-cli.ts';

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

async function call(args: string[]): Promise<CliEnd> {
  const streams = [capture(process.stdout), capture(process.stderr)] as const;
  try {
    const code = await runCommandLine(args);
    return { code, stdout: streams[0].text(), stderr: streams[1].text() };
  } finally {
    for (const stream of streams) stream.giveBack();
  }
}

// Each command listens for errors of both.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
const ends: CliEnd[] = [];
for (const args of JSON.parse(process.argv[2] ?? '[]') as string[][]) ends.push(await call(args));
process.stdout.write(JSON.stringify(ends));
