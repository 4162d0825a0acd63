import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

test('paths below /tmp are those of the scratch folder, but for the code of the program', async () => {
  await using folder = await mkdtempDisposable('/tmp/decant-scratch-');
  const [scratch, program] = ['scratch', 'program'].map((name) => path.join(folder.path, name));
  for (const place of [scratch, program]) await mkdir(place!);
  await writeFile(path.join(program!, 'own.json'), '"its own"');
  const module = pathToFileURL(path.join(import.meta.dirname, 'scratch-at-tmp.ts')).href;
  const code = `
    import fs, { writeFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    const { putScratchAtTmp } = await import(${JSON.stringify(module)});
    const require = createRequire(${JSON.stringify(`${program}/`)});
    putScratchAtTmp(${JSON.stringify([program])});
    writeFileSync('/tmp/written', 'kept');
    console.log(require('./own.json'), fs.readFileSync(${JSON.stringify(`${scratch}/written`)}, 'utf8'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { TMPDIR: scratch },
  });
  assert.equal(stdout, 'its own kept\n');
});
