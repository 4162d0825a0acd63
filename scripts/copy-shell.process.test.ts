import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as justBash from 'just-bash/browser';
import { copyShell } from './copy-shell.ts';

test('the shell of a build runs without the packages of a checkout', async () => {
  mkdirSync('.cache', { recursive: true });
  const out = mkdtempSync(path.join('.cache', 'copied-shell-'));
  try {
    copyShell(out);
    // The compiler puts it there.
    const matching = path.resolve('src/runners/shell/match-name.ts');
    writeFileSync(
      path.join(out, 'runners/shell/match-name.js'),
      `export * from ${JSON.stringify(pathToFileURL(matching).href)};`,
    );
    const file = path.resolve(out, 'runners/shell/just-bash/browser.js');
    const { Bash } = (await import(pathToFileURL(file).href)) as typeof justBash;
    const bash = new Bash({ defenseInDepth: false });
    const run = async (line: string): Promise<string> => (await bash.exec(line)).stdout;
    assert.equal(await run(`printf '%05.1f|%s\\n' 3.14159 x`), '003.1|x\n');
    assert.equal(await run(`touch a.log b.txt; ls '[a-b].*g'`), 'a.log\n');
    assert.match(await run('echo 1 > x; echo 2 > y; diff -u x y'), /\n-1\n\+2\n/);
    assert.equal(await run('echo a | gzip -c | gunzip -c; echo \'{"a":[1]}\' | jq -c .a'), 'a\n[1]\n');
  } finally {
    rmSync(out, { recursive: true });
  }
});
