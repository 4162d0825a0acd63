import { Deadline } from '../../../src/lib/time/deadline.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import { openReaderPool } from '../../../src/readers/process/reader-pool.ts';
import { findReaderSandbox } from '../../../src/readers/process/reader-sandbox.ts';

/** A service with a reader (the script of the first argument) that is at work for good; tells the reader's process id. */
const pdf = { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false } as const;
const pool = openReaderPool({
  maxProcesses: 1,
  idleMs: 60_000,
  ocrLanguages: ['eng'],
  log: silentLog,
  findSandbox: () => findReaderSandbox({ entry: process.argv[2]! }),
});
const read = (command: string) =>
  pool.read({ bytes: Buffer.from(command), kind: 'pdf', pdf, hasImages: false }, new Deadline(60_000));

const { html } = await read('pid');
const working = read('loop');
// It has begun by then.
setTimeout(() => process.send!(Number(html)), 300);
await working;
