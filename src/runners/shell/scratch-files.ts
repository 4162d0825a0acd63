import fs from 'node:fs/promises';
import path from 'node:path';
import type { FsStat, IFileSystem } from 'just-bash/browser';
import type { Stats } from 'node:fs';

type Content = string | Uint8Array;
type Encoding = BufferEncoding | { encoding?: string | null } | undefined;

/** The scratch folder of this process as the shell's file system: code of all languages that run here finds the same files. */
export class ScratchFiles implements IFileSystem {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async readFile(file: string, options?: unknown): Promise<string> {
    return (await this.readFileBuffer(file)).toString(encodingOf(options as Encoding));
  }

  readFileBuffer(file: string): Promise<Buffer> {
    return fs.readFile(this.#at(file));
  }

  async writeFile(file: string, content: Content, options?: unknown): Promise<void> {
    await fs.mkdir(path.dirname(this.#at(file)), { recursive: true });
    await fs.writeFile(this.#at(file), bytesOf(content, options as Encoding));
  }

  async appendFile(file: string, content: Content, options?: unknown): Promise<void> {
    await fs.appendFile(this.#at(file), bytesOf(content, options as Encoding));
  }

  exists(file: string): Promise<boolean> {
    return fs.access(this.#at(file)).then(
      () => true,
      () => false,
    );
  }

  async stat(file: string): Promise<FsStat> {
    return shownStat(await fs.stat(this.#at(file)));
  }

  async lstat(file: string): Promise<FsStat> {
    return shownStat(await fs.lstat(this.#at(file)));
  }

  async mkdir(file: string, options?: { recursive?: boolean }): Promise<void> {
    await fs.mkdir(this.#at(file), options);
  }

  readdir(file: string): Promise<string[]> {
    return fs.readdir(this.#at(file));
  }

  rm(file: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    return fs.rm(this.#at(file), options);
  }

  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    const open = [[this.#at(from), this.#at(to)] as const];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [source, target] = next;
      if (!(await fs.stat(source)).isDirectory()) await fs.copyFile(source, target);
      else if (!options?.recursive) throw new Error(`EISDIR: is a directory, cp '${from}'`);
      else {
        await fs.mkdir(target, { recursive: true });
        for (const name of await fs.readdir(source))
          open.push([path.join(source, name), path.join(target, name)]);
      }
    }
  }

  mv(from: string, to: string): Promise<void> {
    return fs.rename(this.#at(from), this.#at(to));
  }

  resolvePath(base: string, file: string): string {
    return path.posix.resolve(base, file);
  }

  /** Globs walk the folders instead. */
  getAllPaths(): string[] {
    return [];
  }

  /** The cage keeps the modes that files are made with. */
  async chmod(): Promise<void> {}

  symlink(target: string, file: string): Promise<void> {
    return fs.symlink(target, this.#at(file));
  }

  link(from: string, to: string): Promise<void> {
    return fs.copyFile(this.#at(from), this.#at(to));
  }

  readlink(file: string): Promise<string> {
    return fs.readlink(this.#at(file));
  }

  async realpath(file: string): Promise<string> {
    const real = await fs.realpath(this.#at(file));
    return `/${path.relative(await fs.realpath(this.#root), real)}`;
  }

  /** The cage keeps the times that files are made at. */
  async utimes(): Promise<void> {}

  #at(file: string): string {
    return path.join(this.#root, path.posix.resolve('/', file));
  }
}

function encodingOf(options: Encoding): BufferEncoding {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding === 'binary' ? 'latin1' : ((encoding ?? 'utf8') as BufferEncoding);
}

function bytesOf(content: Content, options: Encoding): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, encodingOf(options)) : content;
}

function shownStat(stats: Stats): FsStat {
  return {
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymbolicLink: stats.isSymbolicLink(),
    mode: stats.mode,
    size: stats.size,
    mtime: stats.mtime,
    dev: stats.dev,
    ino: stats.ino,
  };
}
