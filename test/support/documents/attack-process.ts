import { enableCompileCache } from 'node:module';
import { findWalls } from '../../../src/confine/kernel/walls.ts';
import { Deadline } from '../../../src/lib/time/deadline.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import { openReaderPool } from '../../../src/readers/process/reader-pool.ts';
import { findReaderSandbox } from '../../../src/readers/process/reader-sandbox.ts';
import type { Attempts } from './attack-node.ts';

/**
 * A service of whatever user this process is, with a reader that attacks the machine. Arguments: the reader's script, its
 * canary, the walls that this machine is to do without (of `filter` and `unshare`), a folder for compiled code. Prints what was tried, and what holds.
 */
const [entry = '', canary = '', absent = '', compiledCode = ''] = process.argv.slice(2);
enableCompileCache(compiledCode);
const found = await findWalls();
const walls = {
  hasFilter: found.hasFilter && !absent.includes('filter'),
  unshare: absent.includes('unshare') ? [] : found.unshare,
};
const pdf = { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false } as const;
await using pool = openReaderPool({
  maxProcesses: 1,
  idleMs: 60_000,
  ocrLanguages: ['eng'],
  log: silentLog,
  async findSandbox() {
    const sandbox = await findReaderSandbox({ entry, walls });
    return { ...sandbox, args: [...sandbox.args, canary] };
  },
});

async function attack(command: string): Promise<Attempts> {
  using deadline = new Deadline(60_000);
  const { html } = await pool.read(
    { bytes: Buffer.from(command), kind: 'pdf', pdf, hasImages: false },
    deadline,
  );
  return JSON.parse(html) as Attempts;
}

const { isFiltered, hasOwnNetwork } = await pool.sandbox();
const node = await attack('attackNode');
const kernel = isFiltered ? await attack('attackKernel') : {};
process.stdout.write(JSON.stringify({ isFiltered, hasOwnNetwork, node, kernel }));
