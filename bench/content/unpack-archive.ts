import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

/** Unpacks a `.tar.zst` once into a cache folder and gives that folder. Needs `tar`; zstd is Node's own. */
export async function unpackArchive(file: string): Promise<string> {
  const { size, mtimeMs } = statSync(file);
  const name = path.basename(file).replace(/\.tar\.zst$/, '');
  const folder = path.join(tmpdir(), 'decant-bench', `${name}-${size}-${Math.trunc(mtimeMs)}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const tar = spawn('tar', ['-x', '-f', '-', '-C', partial], { stdio: ['pipe', 'ignore', 'inherit'] });
    const exited = new Promise<number | null>((resolve, reject) =>
      tar.once('error', reject).once('exit', resolve),
    );
    await pipeline(createReadStream(file), createZstdDecompress(), tar.stdin);
    const code = await exited;
    if (code !== 0) throw new Error(`tar ended with ${code} on ${file}`);
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}
