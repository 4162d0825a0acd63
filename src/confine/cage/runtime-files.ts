import { open, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** Files that programs read wherever they are: where libraries lie, and the time zone. */
const OF_ALL = ['/etc/ld.so.cache', '/etc/localtime', '/usr/share/zoneinfo'];
const MAX_HEADER_BYTES = 4_096;
const ELF_MAGIC = '\u007fELF';
/** Places in the header of a 64-bit ELF file, and in an entry of its table of segments. */
const SEGMENTS_AT = 32;
const SEGMENT_BYTES_AT = 54;
const SEGMENT_COUNT_AT = 56;
const FILE_OFFSET_AT = 8;
const FILE_BYTES_AT = 32;
const PT_INTERP = 3;

/** All that this very Node needs to run in a cage. */
export async function findNodeRuntime(): Promise<string[]> {
  return runtimeOf(process.execPath, await readFile('/proc/self/maps', 'latin1'));
}

/**
 * The files that a program needs to run in a cage, by what a process of it has mapped (`/proc/<pid>/maps`): its executable,
 * its loader and its libraries, by all names that they are asked for by.
 */
export async function runtimeOf(executable: string, maps: string): Promise<string[]> {
  const mapped = mappedFiles(maps);
  const loader = await loaderOf(executable);
  const libraries = mapped.filter((file) => file.includes('.so'));
  return [
    ...new Set([
      executable,
      ...(loader === undefined ? [] : [loader]),
      ...mapped,
      ...(await linksTo(libraries)),
      ...OF_ALL,
    ]),
  ];
}

function mappedFiles(maps: string): string[] {
  const files = maps.split('\n').flatMap((line) => /^(?:\S+\s+){5}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(files)].filter((file) => !file.startsWith('/dev/') && !file.endsWith(' (deleted)'));
}

/** `libx.so.6` beside `libx.so.6.0.30`: programs ask for the former. */
async function linksTo(libraries: readonly string[]): Promise<string[]> {
  const known = new Set(libraries);
  const folders = new Set(libraries.map((file) => path.dirname(file)));
  const found = await Promise.all([...folders].map((folder) => linksIn(folder, known)));
  return found.flat();
}

async function linksIn(folder: string, known: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink() && entry.name.includes('.so'));
  const found = await Promise.all(
    links.map(async ({ name }) => {
      const link = path.join(folder, name);
      return known.has(path.resolve(folder, await readlink(link))) ? [link] : [];
    }),
  );
  return found.flat();
}

/** The program that loads an executable's libraries, by the name that the executable has for it. */
async function loaderOf(executable: string): Promise<string | undefined> {
  await using file = await open(executable);
  const header = Buffer.alloc(MAX_HEADER_BYTES);
  await file.read(header, 0, header.length, 0);
  if (header.toString('latin1', 0, 4) !== ELF_MAGIC) return undefined;
  const start = Number(header.readBigUInt64LE(SEGMENTS_AT));
  const size = header.readUInt16LE(SEGMENT_BYTES_AT);
  for (let index = 0; index < header.readUInt16LE(SEGMENT_COUNT_AT); index++) {
    const at = start + index * size;
    if (at + size > header.length) return undefined;
    if (header.readUInt32LE(at) !== PT_INTERP) continue;
    const name = Buffer.alloc(Number(header.readBigUInt64LE(at + FILE_BYTES_AT)));
    await file.read(name, 0, name.length, Number(header.readBigUInt64LE(at + FILE_OFFSET_AT)));
    return name.toString('latin1').replace(/\0.*$/s, '');
  }
  return undefined;
}
