import { openKernel } from '../../../src/confine/kernel/kernel.ts';

/**
 * Becomes another Node that has only some of root's capabilities, as containers do. Arguments: their numbers (of
 * linux/capability.h) as JSON, then those of that Node.
 */
const PR_CAPBSET_DROP = 24;
const LAST_CAPABILITY = 40;

const [kept = '[]', ...args] = process.argv.slice(2);
const keeps = new Set(JSON.parse(kept) as number[]);
const kernel = await openKernel();
if (kernel === undefined) throw new Error('This test needs koffi on Linux');
for (let capability = 0; capability <= LAST_CAPABILITY; capability++)
  if (!keeps.has(capability)) kernel.call('prctl', PR_CAPBSET_DROP, capability);
process.execve!(process.execPath, [process.execPath, ...args], { HOME: '/' });
