// `node scripts/generate-docs.ts [--check]`: writes what is told from the code, or (--check) says which document no
// longer matches it.
import { readFileSync, writeFileSync } from 'node:fs';

import { GENERATED_DOCUMENTS } from './docs/generated-documents.ts';

const isCheck = process.argv.includes('--check');
const drifted: string[] = [];

for (const { path, render } of GENERATED_DOCUMENTS) {
  const expected = await render();
  if (readIfThere(path) === expected) continue;
  drifted.push(path);
  if (!isCheck) writeFileSync(path, expected);
}

for (const path of drifted) {
  process.stdout.write(isCheck ? `${path} does not match the code: npm run fix\n` : `wrote ${path}\n`);
}
process.stdout.write(`${GENERATED_DOCUMENTS.length} documents, ${drifted.length} changed\n`);
process.exitCode = isCheck && drifted.length > 0 ? 1 : 0;

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
