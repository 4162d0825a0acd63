/**
 * Hostile files through the pool of readers, as a table.
 * usage: bench/documents/hostile.ts [--only PART-OF-NAME] [--timeout SECONDS] [--mode fast|auto|ocr]
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatTable } from '../table.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { readHostileFiles } from './robustness/hostile-section.ts';

const pdfMode = z.enum(['fast', 'auto', 'ocr']);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    timeout: { type: 'string', default: '30' },
    mode: { type: 'string', default: 'fast' },
  },
});

const state = { isSound: true };
const exitCode = await untilInterrupted(async (signal) => {
  const report = await readHostileFiles({
    name: values.only,
    mode: pdfMode.parse(values.mode),
    timeoutMs: Number(values.timeout) * 1_000,
    signal,
  });
  for (const table of report.tables) console.log(formatTable(table));
  state.isSound = report.isSound;
});
process.exitCode = exitCode === 0 && !state.isSound ? 1 : exitCode;
