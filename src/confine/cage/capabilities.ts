import { readFile } from 'node:fs/promises';

/** Tells whether this process has a capability (linux/capability.h) at this moment; false where the system does not tell. */
export async function hasCapability(capability: number): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '');
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> BigInt(capability)) & 1n) === 1n;
}
