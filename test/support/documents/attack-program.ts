import { readFileSync, writeFileSync } from 'node:fs';
import { attackNode } from './attack-node.ts';

/**
 * A program of others that attacks the machine, and writes what came of it into its folder. Arguments: a canary, and files
 * that it tries to read and to write.
 */
const [canary = '', secret = '', foreign = ''] = process.argv.slice(2);

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

const attempts = {
  ...(await attackNode(canary)),
  readSecret: attempt(() => readFileSync(secret)),
  writeForeign: attempt(() => writeFileSync(foreign, 'x')),
};
writeFileSync('attempts.json', JSON.stringify(attempts));
