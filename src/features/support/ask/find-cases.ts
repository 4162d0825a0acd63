import type { Caller } from '../../../accounts/caller.ts';
import type { Seals } from '../../../jobs/model/seal.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Queryable } from '../../../store/database.ts';
import { uuidFloor } from '../../../store/partitions.ts';
import { findJobCases } from './job-cases.ts';
import type { NamedThings } from './named-things.ts';
import { findScrapeCases } from './scrape-cases.ts';
import type { SupportCase } from './support-case.ts';

const WINDOW_MS = 86_400_000;

export interface FindCasesParts {
  db: Queryable;
  seals: Seals;
  clock: Clock;
}

/** Finds scrapes and jobs of the caller's team that a question may be about, the likeliest first; never another team's. */
export function createFindCases(parts: FindCasesParts) {
  return async function findCases(caller: Caller, named: NamedThings): Promise<SupportCase[]> {
    const oldest = uuidFloor(parts.clock.now() - WINDOW_MS);
    const [scrapes, jobs] = await Promise.all([
      findScrapeCases(parts.db, caller, { named, oldest }),
      findJobCases(parts, caller, { named, oldest }),
    ]);
    const all = [...jobs, ...scrapes];
    return all.toSorted(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        Number(named.isOfKind(b.kind)) - Number(named.isOfKind(a.kind)) ||
        b.id.localeCompare(a.id),
    );
  };
}

export type FindCases = ReturnType<typeof createFindCases>;
