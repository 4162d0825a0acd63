import { availableParallelism, totalmem } from 'node:os';
import type { DoctorContext, DoctorFinding } from './finding.ts';

export function checkNode(): DoctorFinding {
  return { part: 'Node', state: 'ok', note: `${process.version} on ${process.platform}-${process.arch}` };
}

export function checkMachine({ config }: DoctorContext): DoctorFinding {
  const threads = config.convert.threads ?? Math.min(8, availableParallelism());
  return {
    part: 'Machine',
    state: 'ok',
    note: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; large pages on up to ${threads} threads (DECANT_CONVERT_THREADS)`,
  };
}

export function checkAddresses({ config }: DoctorContext): DoctorFinding {
  const allowed = config.net.allowAddresses;
  const note =
    allowed.length === 0
      ? 'public addresses only (DECANT_ALLOW_ADDRESSES allows others)'
      : `public addresses and ${allowed.join(', ')} (DECANT_ALLOW_ADDRESSES)`;
  return { part: 'Targets', state: 'ok', note };
}
