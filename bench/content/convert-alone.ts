// usage: convert-alone.ts FILE: converts one page in a process that has converted others, and prints what that took as JSON.
import { readFileSync } from 'node:fs';
import { generatePage, TEMPLATE_NAMES } from '../page-generator.ts';
import { decantMainContent } from '../peers/decant.ts';
import { median } from '../statistics.ts';

export interface ConversionAlone {
  /** CPU and wall clock: medians of a few conversions. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The most that the process had held after the first conversion, all of Node included. */
  readonly peakBytes: number;
  /** The same beyond what it had held before. */
  readonly addedBytes: number;
}

const ADDRESS = 'https://www.example.com/section/page';
const WARM_UP_PAGES = 40;
const WARM_UP_BYTES = 20_000;
const CONVERSIONS = 5;

const bytes = readFileSync(process.argv[2] ?? '');
for (let seed = 0; seed < WARM_UP_PAGES; seed++) {
  const template = TEMPLATE_NAMES[seed % TEMPLATE_NAMES.length]!;
  const { opening, rest } = generatePage({ template, bytes: WARM_UP_BYTES, seed });
  decantMainContent.convert(Buffer.from(opening(seed) + rest), ADDRESS);
}
const before = peakBytes();
decantMainContent.convert(bytes, ADDRESS);
const after = peakBytes();
const runs = Array.from({ length: CONVERSIONS }, () => {
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  decantMainContent.convert(bytes, ADDRESS);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: performance.now() - from, cpuMs: (user + system) / 1000 };
});
const result: ConversionAlone = {
  cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
  wallMs: median(runs.map(({ wallMs }) => wallMs)),
  peakBytes: after,
  addedBytes: after - before,
};
process.stdout.write(JSON.stringify(result));

/** "High water mark" of proc_pid_status(5); what getrusage(2) says begins with the parent's. */
function peakBytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) * 1024;
}
