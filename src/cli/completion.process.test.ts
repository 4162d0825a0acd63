import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { commands } from './commands.ts';
import { createCompletion } from './completion.ts';

async function scriptFor(shell: string): Promise<string> {
  let written = '';
  const stdout = { write: (text: string) => void (written += text) };
  const context = { args: [shell], stdout } as unknown as Parameters<
    ReturnType<typeof createCompletion>['run']
  >[0];
  assert.equal(await createCompletion(() => commands).run(context), 0);
  return written;
}

/** Words that bash offers for the last one of a line. */
function complete(script: string, ...words: string[]): string[] {
  const line = ['decant', ...words];
  const shell = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _decant; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', shell, 'bash', ...line], { encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

test('bash completes commands, actions and flags; files where none fits', async () => {
  const script = await scriptFor('bash');
  assert.deepEqual(complete(script, 'sc'), ['scrape']);
  assert.ok(complete(script, '').length > Object.keys(commands).length);
  assert.deepEqual(complete(script, 'keys', 'r'), ['revoke']);
  assert.deepEqual(complete(script, 'completion', ''), ['bash', 'zsh', 'fish']);
  assert.deepEqual(complete(script, 'help', 'var'), ['variables']);
  assert.deepEqual(complete(script, 'scrape', 'a.example', '--no-only'), ['--no-only-main-content']);
  assert.deepEqual(complete(script, 'serve', '--r'), ['--role']);
  // Names of files are left to the shell.
  assert.deepEqual(complete(script, 'scrape', '--output', ''), []);
  assert.deepEqual(complete(script, 'parse', ''), []);
  for (const flag of ['--team', '--label', '--json', '--help'])
    assert.ok(complete(script, 'keys', '--').includes(flag), flag);
});

test('the scripts of all shells have every command, and flags of the command itself alone', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await scriptFor(shell);
    for (const name of Object.keys(commands)) assert.match(script, new RegExp(`\\b${name}\\b`), name);
    assert.equal(script.split("'").length % 2, 1, shell);
    assert.equal(/--role/.test(script) || /-l role -r/.test(script), true);
  }
  const zsh = await scriptFor('zsh');
  assert.match(
    zsh,
    /\n {4}keys\) flags=\(--help --json --team --label\) actions=\(list create revoke\) values=\(--team --label\) ;;\n/,
  );
  const fish = await scriptFor('fish');
  assert.match(fish, /\ncomplete -c decant -n '__decant_runs scrape' -l chunks -r\n/);
  assert.match(fish, /\ncomplete -c decant -f -n '__decant_begins keys' -a 'list create revoke'\n/);
  assert.match(fish, /\ncomplete -c decant -f -n '__decant_begins help' -a 'serve .* variables'\n/);
  await assert.rejects(scriptFor('cmd'), { name: 'UsageError' });
});
