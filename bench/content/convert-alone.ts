// usage: convert-alone.ts FILE: converts one page once, in a warm process, and prints what that took as JSON.
import { readFileSync } from 'node:fs';
import { generatePage, TEMPLATE_NAMES } from '../page-generator.ts';
import { decantMainContent } from '../peers/decant.ts';

export interface ConversionAlone {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The most that the process ever held, all of Node included. */
  readonly peakBytes: number;
  /** The same beyond what it had held before this page. */
  readonly addedBytes: number;
}

const ADDRESS = 'https://www.example.com/section/page';
const WARM_UP_PAGES = 200;

const bytes = readFileSync(process.argv[2] ?? '');
for (let seed = 0; seed < WARM_UP_PAGES; seed++) {
  const template = TEMPLATE_NAMES[seed % TEMPLATE_NAMES.length]!;
  const { opening, rest } = generatePage({ template, bytes: 20_000, seed });
  decantMainContent.convert(Buffer.from(opening(seed) + rest), ADDRESS);
}
const before = peakBytes();
const cpuBefore = process.cpuUsage();
const from = performance.now();
decantMainContent.convert(bytes, ADDRESS);
const wallMs = performance.now() - from;
const { user, system } = process.cpuUsage(cpuBefore);
const after = peakBytes();
const result: ConversionAlone = {
  wallMs,
  cpuMs: (user + system) / 1000,
  peakBytes: after,
  addedBytes: after - before,
};
process.stdout.write(JSON.stringify(result));

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
