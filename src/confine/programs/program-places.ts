import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Where systems keep programs, libraries and what these read; nobody's secrets. */
const SYSTEM_PLACES = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/gnu/store',
  '/home/linuxbrew/.linuxbrew',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/ssl',
  '/dev/random',
  '/dev/urandom',
  '/dev/zero',
];
/** Beside a folder `bin`. */
const NEIGHBOURS = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'];
const MAX_SHEBANG_BYTES = 256;
/** A script whose interpreter is a script. */
const MAX_INTERPRETERS = 4;

/** All that programs need to read in order to run: the system's, and what lies around themselves and their interpreters. */
export function placesOf(programs: readonly string[], searchPath: string): string[] {
  return [
    ...new Set([...SYSTEM_PLACES, ...programs.flatMap((program) => placesAround(program, searchPath))]),
  ];
}

function placesAround(program: string, searchPath: string): string[] {
  const places: string[] = [];
  let next: readonly string[] = [program];
  for (let count = 0; count <= MAX_INTERPRETERS && next.length > 0; count++) {
    const all = next.filter((file) => existsSync(file)).flatMap((file) => [file, realpathSync(file)]);
    places.push(...all.flatMap((file) => besides(file)));
    next = all.flatMap((file) => interpretersOf(file, searchPath));
  }
  return places;
}

function besides(file: string): string[] {
  const folder = path.dirname(file);
  if (path.basename(folder) !== 'bin') return [folder];
  return [folder, ...NEIGHBOURS.map((name) => path.join(folder, '..', name))];
}

/** Finds the interpreters of a script: `#!/usr/bin/env python3` names two. */
function interpretersOf(file: string, searchPath: string): string[] {
  const line = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(readStart(file));
  if (line === null) return [];
  const [, interpreter = '', argument] = line;
  if (argument === undefined || path.basename(interpreter) !== 'env') return [interpreter];
  const found = searchPath
    .split(path.delimiter)
    .map((folder) => path.join(folder, argument))
    .find((candidate) => existsSync(candidate));
  return [interpreter, ...(found === undefined ? [] : [found])];
}

function readStart(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(MAX_SHEBANG_BYTES);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A program that only may be run, or a folder.
    return '';
  }
}
