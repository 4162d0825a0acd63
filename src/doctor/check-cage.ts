import type { Cage } from '../confine/cage/cage.ts';
import { createFindCage } from '../confine/cage/find-cage.ts';
import { findKernelWalls } from '../confine/kernel/walls.ts';
import type { SessionConfig } from '../lib/settings/session-settings.ts';
import type { DoctorFinding } from './finding.ts';

const PART = 'Code';
const VARIABLE = 'DECANT_SESSION_SANDBOX';
/** The names of the walls without namespaces tell what they leave open. */
const NOT_HELD =
  'NO NAMESPACES: such code can tell which files and processes exist, and a watch, not the kernel, limits its disk';

/** A program is started in the cage that code of callers would get. */
export async function checkCage({ sandbox }: Pick<SessionConfig, 'sandbox'>): Promise<DoctorFinding> {
  const cage = await createFindCage({ demand: sandbox, onFailure: () => undefined })();
  if ('problem' in cage) return { part: PART, state: 'missing', note: cage.problem };
  const { landlock } = await findKernelWalls();
  return { part: PART, ...describeCage(cage, landlock) };
}

function describeCage({ tier }: Cage, landlock: number): Pick<DoctorFinding, 'state' | 'note'> {
  const walls = `Landlock ${landlock}, a filter of system calls`;
  return tier === 'full'
    ? { state: 'ok', note: `code of callers runs within namespaces, ${walls} (${VARIABLE})` }
    : { state: 'WARNING', note: `code of callers runs within ${walls}. ${NOT_HELD} (${VARIABLE})` };
}
