import { statement, type Queryable } from '../../store/database.ts';
import type { DecidedEnd } from './decide-ends.ts';
import { PAGE_STATE } from '../model/page-state.ts';

/** Pages of one host at a time, at most. */
const MAX_IN_FLIGHT_PER_HOST = 30;
/** A host is slow when it takes this many times its best, and no less than `SLOW_MS` longer. */
const SLOW_FACTOR = 3;
const SLOW_MS = 500;

interface HostChange {
  host: string;
  ended: number;
  requeued: number;
  answers: number;
  latencyMs: number | null;
  bestLatencyMs: number | null;
  holdMs: number;
  spacingMs: number;
  isUnasked: boolean;
}

/** Pages at a time after the first good answer: as many as browsers open connections to a host. */
const FIRST_IN_FLIGHT = 6;

/*
 * One page more at a time for each further good answer, up to the limit; half as many when the host asks for less, one
 * less for every settlement in which it has become slow. The delay of robots.txt counts from the end of a page, which
 * is surely after its request; a page that asked the host for nothing does not hold the next one up.
 */
const UPDATE = statement(
  'job_host_update',
  `update job_host h
   set in_flight = h.in_flight - c.ended,
     queued = h.queued + c.requeued,
     max_in_flight = case
       when c.hold_ms > 0 then greatest(1, h.max_in_flight / 2)
       when c.answers = 0 then h.max_in_flight
       when c.latency_ms > $11 * least(h.best_latency_ms, c.best_latency_ms) + $12 then greatest(1, h.max_in_flight - 1)
       when h.best_latency_ms is null then greatest(${FIRST_IN_FLIGHT}, h.max_in_flight)
       else least($13, h.max_in_flight + c.answers) end,
     latency_ms = case when c.latency_ms is null then h.latency_ms
       else coalesce(h.latency_ms * 0.8 + c.latency_ms * 0.2, c.latency_ms) end,
     best_latency_ms = least(h.best_latency_ms, c.best_latency_ms),
     spacing_ms = greatest(h.spacing_ms, c.spacing_ms),
     next_at = case
       when c.is_unasked and h.next_at <= clock_timestamp() + h.spacing_ms * interval '1 ms' then clock_timestamp()
       else greatest(h.next_at,
         case when c.hold_ms > 0 then clock_timestamp() + c.hold_ms * interval '1 ms' end,
         case when not c.is_unasked
           then clock_timestamp() + greatest(h.spacing_ms, c.spacing_ms) * interval '1 ms' end) end
   from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::real[], $7::real[], $8::integer[],
     $9::integer[], $10::boolean[])
     as c (host, ended, requeued, answers, latency_ms, best_latency_ms, hold_ms, spacing_ms, is_unasked)
   where h.job_id = $1 and h.host = c.host`,
);

/** Takes ended pages off their hosts and adapts how fast each host is asked. */
export async function updateHosts(tx: Queryable, jobId: string, ends: readonly DecidedEnd[]): Promise<void> {
  const changes = sumByHost(ends);
  await tx.query(UPDATE, [
    jobId,
    changes.map(({ host }) => host),
    changes.map(({ ended }) => ended),
    changes.map(({ requeued }) => requeued),
    changes.map(({ answers }) => answers),
    changes.map(({ latencyMs }) => latencyMs),
    changes.map(({ bestLatencyMs }) => bestLatencyMs),
    changes.map(({ holdMs }) => holdMs),
    changes.map(({ spacingMs }) => spacingMs),
    changes.map(({ isUnasked }) => isUnasked),
    SLOW_FACTOR,
    SLOW_MS,
    MAX_IN_FLIGHT_PER_HOST,
  ]);
}

function sumByHost(ends: readonly DecidedEnd[]): HostChange[] {
  const byHost = Map.groupBy(ends, ({ result }) => result.page.host);
  return [...byHost].map(([host, group]) => {
    const latencies = group.flatMap(({ result }) => result.host.latencyMs ?? []);
    const most = (values: number[]): number => Math.round(Math.max(0, ...values));
    return {
      host,
      ended: group.length,
      requeued: group.filter(({ state }) => state === PAGE_STATE.queued).length,
      answers: group.filter(({ state }) => state === PAGE_STATE.done).length,
      latencyMs:
        latencies.length === 0 ? null : latencies.reduce((sum, one) => sum + one, 0) / latencies.length,
      bestLatencyMs: latencies.length === 0 ? null : Math.min(...latencies),
      holdMs: most(group.map(({ result }) => result.host.holdMs ?? 0)),
      spacingMs: most(group.map(({ result }) => result.host.spacingMs ?? 0)),
      isUnasked: group.every(({ result }) => result.host.isUnasked === true),
    };
  });
}

/**
 * Other jobs of the team leave the host alone for as long. Outside of the transaction that settles, since it touches
 * jobs whose lock is not held; `next_at` and `max_in_flight` are the only columns that may change that way. Jobs that
 * leave it alone for half as long already stay as they are: there may be thousands, and each may ask for this.
 */
export async function holdHostElsewhere(
  db: Queryable,
  job: { id: string; teamId: string },
  host: string,
  holdMs: number,
): Promise<void> {
  await db.query(
    `update job_host set next_at = greatest(next_at, clock_timestamp() + $4 * interval '1 ms'),
       max_in_flight = greatest(1, max_in_flight / 2)
     where (job_id, host) in (
       select job_id, host from job_host where team_id = $1 and host = $2 and job_id <> $3 and queued > 0
         and next_at < clock_timestamp() + $4 * interval '0.5 ms'
       order by job_id for update skip locked)`,
    [job.teamId, host, job.id, Math.round(holdMs)],
  );
}
