import { checkOwnBrowser } from './check-browser.ts';
import { checkCage } from './check-cage.ts';
import { checkReaders } from './check-files.ts';
import { checkAddresses, checkMachine, checkNode } from './check-machine.ts';
import { checkFfmpeg, checkYtDlp } from './check-media.ts';
import { checkModel } from './check-model.ts';
import { checkPort, checkProxies } from './check-network.ts';
import { checkSearch } from './check-search.ts';
import { checkBlobStore, checkDatabase, checkDataFolder } from './check-storage.ts';
import type { DoctorContext, DoctorFinding } from './finding.ts';

type Findings = DoctorFinding | readonly DoctorFinding[];

interface Check {
  /** `quick`: neither starts anything large nor asks others; `start`: of no use where the service runs. */
  kind: 'quick' | 'thorough' | 'start';
  run(context: DoctorContext): Promise<Findings> | Findings;
}

/** In the order shown. A problem means that `decant serve` would not work. */
const CHECKS: readonly Check[] = [
  { kind: 'quick', run: checkNode },
  { kind: 'quick', run: checkMachine },
  { kind: 'quick', run: checkDataFolder },
  { kind: 'thorough', run: checkDatabase },
  { kind: 'thorough', run: checkBlobStore },
  { kind: 'start', run: checkPort },
  { kind: 'quick', run: checkAddresses },
  { kind: 'thorough', run: checkProxies },
  { kind: 'thorough', run: checkOwnBrowser },
  { kind: 'quick', run: checkReaders },
  { kind: 'quick', run: checkFfmpeg },
  { kind: 'quick', run: checkYtDlp },
  { kind: 'thorough', run: ({ config }) => checkCage(config.sessions) },
  { kind: 'thorough', run: checkModel },
  { kind: 'thorough', run: checkSearch },
];

/** Everything before a start; in a service that runs, what is cheap to find out, or all that can be. */
export type Examination = 'before start' | 'quick' | 'thorough';

const KINDS: Readonly<Record<Examination, ReadonlyArray<Check['kind']>>> = {
  'before start': ['quick', 'thorough', 'start'],
  quick: ['quick'],
  thorough: ['quick', 'thorough'],
};

/** Looks at this machine and the settings. */
export async function examine(context: DoctorContext, examination: Examination): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { kind, run } of CHECKS) {
    if (!KINDS[examination].includes(kind)) continue;
    findings.push(...[await run(context)].flat());
    context.signal.throwIfAborted();
  }
  return findings;
}
