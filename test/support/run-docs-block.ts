import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface DocsBlock {
  language: string;
  code: string;
}

interface BlockRunning {
  /** Where blocks run; what one writes the next one finds. */
  folder: string;
  /** What stands in the place of addresses and keys of the page. */
  replaced: Readonly<Record<string, string>>;
  environment?: Readonly<Record<string, string>>;
}

/** The code blocks of a page of the documentation, in order. */
export async function readDocsBlocks(page: string): Promise<DocsBlock[]> {
  const text = await readFile(path.join(ROOT, 'docs', page), 'utf8');
  return Array.from(text.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** Makes a folder in which blocks find `decant`, the clients and the packages of this checkout. */
export async function prepareDocsFolder(folder: string): Promise<void> {
  await addDecant(folder);
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}

/** Makes the command alone. */
export async function addDecant(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'bin'));
  const main = path.join(ROOT, 'src', 'main.ts');
  const script = `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${main}' "$@"\n`;
  await writeFile(path.join(folder, 'bin', 'decant'), script, { mode: 0o755 });
}

/** Runs a block of a shell or of Node as a reader would; gives what it prints, and fails when it does. */
export function runDocsBlock(
  { language, code }: DocsBlock,
  { folder, replaced, environment = {} }: BlockRunning,
): Promise<{ stdout: string; stderr: string }> {
  const text = Object.entries(replaced).reduce((all, [from, to]) => all.replaceAll(from, to), code);
  const bins = [
    path.join(folder, 'bin'),
    path.join(folder, 'node_modules', '.bin'),
    path.dirname(process.execPath),
  ];
  const env = {
    ...commandEnvironment(),
    ...environment,
    PATH: [...bins, process.env['PATH']].join(':'),
    HOME: folder,
  };
  const [program, args] =
    language === 'sh'
      ? ['bash', ['--norc', '-euo', 'pipefail', '-c', text]]
      : [process.execPath, ['--input-type=module', '--eval', text]];
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error) reject(new assert.AssertionError({ message: `${code}\n${stdout}\n${stderr}` }));
      else resolve({ stdout, stderr });
    }).stdin?.end();
  });
}
