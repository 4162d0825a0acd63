import { execFileSync } from 'node:child_process';
import type { Contender } from './contender.ts';
import { escapeMarkdown } from './pdfium.ts';

const MAX_OUTPUT_BYTES = 2 ** 28;

/** Poppler's, one process a file, where it is installed. */
export const pdftotext: Contender = {
  async open() {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return (bytes) => {
      const text = execFileSync('pdftotext', ['-', '-'], {
        input: bytes,
        maxBuffer: MAX_OUTPUT_BYTES,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      return escapeMarkdown(text.toString('utf8').replaceAll('\f', '\n\n'));
    };
  },
};
