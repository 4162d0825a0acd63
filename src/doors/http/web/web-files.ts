import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that browsers fetch. Its address has a digest of its bytes, so that it can be kept for ever. */
export interface WebFile {
  /** Relative to the address of the service: `web/live/viewer.0123456789abcdef.js`. */
  readonly address: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The files that this module imports, by name. */
  readonly imports: readonly string[];
}

export interface WebFiles {
  /** By name: the path below `web/` as in the sources, or the name of a library. */
  file(name: string): WebFile;
  /** Undefined when no file has the address, which may be that of an older version. */
  atAddress(address: string): WebFile | undefined;
  /** Where modules find what they import: from the address that a specifier leads to, to the one with the digest. */
  readonly importMap: Readonly<Record<string, string>>;
}

export interface WebFileOptions {
  /** With TypeScript, whose types are stripped here, or with what was compiled from it. */
  folder: string;
  /** Modules of packages, by the name under which ours import them; none when absent. */
  libraries?: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const IMPORT =
  /^\s*(?:import\s*(?:[\w*{][^'";]*?\sfrom\s*)?|export\s*[*{][^'";]*?\sfrom\s*)["']([^"']+)["']/gm;
const DIGEST_LENGTH = 16;

/** Sources are in `web/` beside `src/`; compiled, they are in `web/` of the folder that `src/` was compiled into. */
const isCompiled = import.meta.filename.endsWith('.js');
const ROOT = path.join(import.meta.dirname, isCompiled ? '../../..' : '../../../..');
const WEB_FOLDER = path.join(ROOT, 'web');

/** Modules of packages that pages import, by the name of the import. */
const LIBRARIES = ['@preact/signals', '@preact/signals-core', 'htm', 'marked', 'preact', 'preact/hooks'];

function findLibraries(): Record<string, string> {
  return Object.fromEntries(LIBRARIES.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
}

/** The files of the product, read when the first of them is asked for. */
export function createWebFiles(): () => WebFiles {
  const kept: { files?: WebFiles } = {};
  return function webFiles() {
    kept.files ??= readWebFiles({ folder: WEB_FOLDER, libraries: findLibraries() });
    return kept.files;
  };
}

/** Reads all files at once: an address names one of them or none, and never a path on the disk. */
export function readWebFiles({ folder, libraries = {} }: WebFileOptions): WebFiles {
  const byName = new Map<string, WebFile>();
  const byAddress = new Map<string, WebFile>();
  const importMap: Record<string, string> = {};
  const add = (name: string, specifier: string | undefined, file: WebFile): void => {
    byName.set(name, file);
    byAddress.set(file.address, file);
    if (specifier !== undefined) importMap[specifier] = file.address;
  };
  for (const local of globSync('**/*.{ts,js,css,svg}', { cwd: folder })) {
    const name = local.replaceAll(path.sep, '/');
    if (/(?:\.test|\.d)\.ts$/.test(name)) continue;
    const file = readWebFile(path.join(folder, local), name);
    const isModule = /\.[jt]s$/.test(name);
    add(name.replace(/\.js$/, '.ts'), isModule ? `web/${name}` : undefined, file);
  }
  for (const [name, file] of Object.entries(libraries)) {
    add(name, name, readWebFile(file, `lib/${name}.js`));
  }
  return {
    importMap,
    atAddress: (address) => byAddress.get(address),
    file(name) {
      const file = byName.get(name);
      if (!file) throw new Error(`There is no ${name} in ${folder}`);
      return file;
    },
  };
}

function readWebFile(file: string, name: string): WebFile {
  const { dir, name: stem, ext } = path.posix.parse(name);
  const source = readFileSync(file);
  const bytes = ext === '.ts' ? Buffer.from(stripTypeScriptTypes(source.toString())) : source;
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH);
  return {
    address: path.posix.join('web', dir, `${stem}.${digest}${ext === '.ts' ? '.js' : ext}`),
    type: TYPES[ext] ?? 'application/octet-stream',
    bytes,
    imports: /^\.[jt]s$/.test(ext) ? importsOf(bytes.toString(), dir) : [],
  };
}

/** Names of the files that a module imports. */
function importsOf(source: string, folder: string): string[] {
  return Array.from(source.matchAll(IMPORT), ([, specifier = '']) =>
    specifier.startsWith('.') ? path.posix.join(folder, specifier).replace(/\.js$/, '.ts') : specifier,
  );
}
