import type { DoctorContext, DoctorFinding } from './finding.ts';

/** Parts that do not answer have time limits of their own, which are shorter. */
const EXAMINATION_MS = 90_000;

/** Makes `decant doctor` for a service that runs; its modules are loaded when somebody asks. */
export function createExamine({
  config,
  log,
  signal,
}: Pick<DoctorContext, 'config' | 'log'> & { signal?: AbortSignal | undefined }) {
  return async function examineSystem(examination: 'quick' | 'thorough'): Promise<DoctorFinding[]> {
    const { examine } = await import('./examine.ts');
    const timeout = AbortSignal.timeout(EXAMINATION_MS);
    const limited = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    return await examine({ config, log, signal: limited }, examination);
  };
}
