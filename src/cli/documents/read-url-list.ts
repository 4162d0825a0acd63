import { readFile } from 'node:fs/promises';
import { UsageError } from '../command/command.ts';
import { readStdin } from './read-stdin.ts';

/** A list of URLs is no larger. */
const MAX_BYTES = 100_000_000;

/** The URLs of a file, or of standard input for `-`: one a line, without empty lines and those that begin with `#`. */
export async function readUrlList(input: string, signal: AbortSignal): Promise<string[]> {
  const urls = toUrls(input === '-' ? await readStdin(MAX_BYTES, signal) : await readGiven(input));
  if (urls.length === 0)
    throw new UsageError(`There is no URL in ${input === '-' ? 'standard input' : input}`);
  return urls;
}

/** The decoder leaves out a byte order mark. */
function toUrls(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

async function readGiven(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${reason}`);
  }
}
