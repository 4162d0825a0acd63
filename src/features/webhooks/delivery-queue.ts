import { DELIVERY_STATE } from '../../jobs/model/delivery-state.ts';
import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '../../contract/requests/webhook-events.ts';
import { storable } from '../../lib/storable.ts';
import { statement, type Database } from '../../store/database.ts';

/** A delivery that this process is to attempt now. */
export interface ClaimedDelivery {
  id: string;
  jobId: string;
  teamId: string;
  event: WebhookEvent;
  scrapeId: string | null;
  /** As kept: sealed with the job's key if it has one. */
  error: string | null;
  /** Attempts made before. */
  attempts: number;
}

/** How an attempt ended that did not succeed. */
export interface FailedAttempt {
  /** The status of the answer, when one came. */
  status?: number;
  /** The beginning of the answer's body; absent when none is to be kept. */
  answer?: string | undefined;
  error: string;
}

export interface SucceededAttempt extends Timed {
  status: number;
  answer?: string | undefined;
}

interface Timed {
  durationMs: number;
}

export interface DeliveryClaim {
  capacity: number;
  /** The most calls of one team in this process, with those that are under way. */
  maxCallsPerTeam: number;
  slowJobs: readonly string[];
}

/** The outbox: which delivery is next, and what became of it. Times are the database's, so that processes agree. */
export interface DeliveryQueue {
  /** Whether any delivery waits, for its time or for others, or is being attempted by anyone. */
  isWaiting(): Promise<boolean>;
  /**
   * Takes at most `capacity` deliveries that are due, for `LEASE_MS`, and gives the leases that ran out to whoever comes.
   * Jobs named in `slowJobs` get one call at a time, others `MAX_CALLS_PER_JOB`; teams in turn, and the jobs of each.
   */
  claim(request: DeliveryClaim): Promise<ClaimedDelivery[]>;
  succeeded(id: string, attempt: SucceededAttempt): Promise<void>;
  /** The next attempt comes after its delay, or none when there were enough; tells whether it was given up. */
  failed(delivery: ClaimedDelivery, attempt: FailedAttempt & Timed): Promise<{ isGivenUp: boolean }>;
  /** There is nothing that could be sent. */
  givenUp(id: string, reason: string): Promise<void>;
  /** As if it had not been claimed; due again after `delayMs`. */
  putBack(id: string, delayMs: number): Promise<void>;
}

const LEASE_MS = 30_000;
const MAX_CALLS_PER_JOB = 8;
/** How long the event that ends a job waits for the first attempts of its pages. */
const MAX_WAIT_FOR_PAGES_MS = 60_000;
/** Attempts of a delivery that are kept, and the characters of each answer. */
const MAX_TRIES = 5;
const MAX_ANSWER = 500;
/** From one attempt to the next, in order; after the last one follows no more. */
const RETRY_DELAYS_MS = [60_000, 300_000, 900_000];

const IS_WAITING = statement(
  'delivery_is_waiting',
  `select exists (select from delivery where state = ${DELIVERY_STATE.waiting}) or exists (select from delivery where state = ${DELIVERY_STATE.underWay}) as "isWaiting"`,
);

/** Claims of all processes come one after the other: the limit of calls for one job holds over all of them. */
const TAKE_TURN = statement(
  'delivery_take_turn',
  `select pg_advisory_xact_lock(hashtext('claim of deliveries'))`,
);

const RETURN_EXPIRED = statement(
  'delivery_return_expired',
  `update delivery set state = ${DELIVERY_STATE.waiting}, lease = null, leased_until = null
   where state = ${DELIVERY_STATE.underWay} and leased_until < statement_timestamp()`,
);

/*
 * Every step is bounded by indexes: the jobs with something waiting are found by skipping from one to the next, and of
 * each no more rows are read than it has calls left. `statement_timestamp()`, since `now()` is from before our turn came.
 */
const CLAIM = statement(
  'delivery_claim',
  `with recursive waiting (job_id) as (
     (select job_id from delivery where state = ${DELIVERY_STATE.waiting} order by job_id limit 1)
     union all
     select (select d.job_id from delivery d where d.state = ${DELIVERY_STATE.waiting} and d.job_id > w.job_id order by d.job_id limit 1)
     from waiting w where w.job_id is not null
   ),
   busy as materialized (
     select job_id, team_id, count(*)::integer as calls, count(*) filter (where lease = $1)::integer as calls_here
     from delivery where state = ${DELIVERY_STATE.underWay} group by job_id, team_id
   ),
   ready as (
     select j.id as job_id, j.team_id, j.ended_at, coalesce(b.calls, 0) as calls,
       case when j.id = any($4::uuid[]) then 1 else ${MAX_CALLS_PER_JOB} end - coalesce(b.calls, 0) as calls_left,
       exists (
         select from delivery s where s.job_id = j.id and s.event = 'started' and s.attempts = 0 and s.state < ${DELIVERY_STATE.delivered}
       ) as is_unannounced
     from waiting w join job j on j.id = w.job_id left join busy b on b.job_id = w.job_id
   ),
   candidate as (
     select due.id, due.next_at, r.team_id, r.calls + row_number() over (partition by r.job_id order by due.next_at, due.id) as place
     from ready r cross join lateral (
       (select d.id, d.next_at from delivery d
        where r.is_unannounced and d.job_id = r.job_id and d.event = 'started'
          and d.attempts = 0 and d.state = ${DELIVERY_STATE.waiting} and d.next_at <= statement_timestamp())
       union all
       (select d.id, d.next_at from delivery d
        where not r.is_unannounced and d.job_id = r.job_id and d.state = ${DELIVERY_STATE.waiting} and d.next_at <= statement_timestamp()
          and (d.event in ('started', 'page')
            or coalesce(r.ended_at, d.created_at) + ${MAX_WAIT_FOR_PAGES_MS} * interval '1 ms' <= statement_timestamp()
            or not exists (
              select from delivery p where p.job_id = r.job_id and p.event = 'page' and p.attempts = 0
                and p.state < ${DELIVERY_STATE.delivered} and p.created_at <= d.created_at
            ))
        order by d.next_at, d.id limit greatest(r.calls_left, 0))
     ) due
     where r.calls_left > 0
   ),
   turn as (
     select c.id, c.place, c.next_at,
       coalesce(b.calls, 0) + row_number() over of_team as place_of_team,
       coalesce(b.calls_here, 0) + row_number() over of_team as place_here
     from candidate c left join (
       select team_id, sum(calls) as calls, sum(calls_here) as calls_here from busy group by team_id
     ) b on b.team_id = c.team_id
     window of_team as (partition by c.team_id order by c.place, c.next_at)
   ),
   chosen as (
     select id from delivery
     where id in (
       select id from turn where place_here <= $5 order by place_of_team, place, next_at limit $2
     ) and state = ${DELIVERY_STATE.waiting}
     for update skip locked
   )
   update delivery d set state = ${DELIVERY_STATE.underWay}, lease = $1,
     leased_until = clock_timestamp() + $3::integer * interval '1 ms'
   from chosen where d.id = chosen.id
   returning d.id, d.job_id as "jobId", d.team_id as "teamId", d.event, d.scrape_id as "scrapeId", d.error, d.attempts`,
);

const SUCCEEDED = statement(
  'delivery_succeeded',
  `update delivery set state = ${DELIVERY_STATE.delivered}, attempts = attempts + 1, delivered_at = clock_timestamp(), last_status = $3,
     last_error = null, lease = null, leased_until = null, tries = ${triesWith('$4')}
   where id = $1 and lease = $2 and state = ${DELIVERY_STATE.underWay}`,
);

const FAILED = statement(
  'delivery_failed',
  `update delivery set state = case when $3::integer is null then ${DELIVERY_STATE.failed} else ${DELIVERY_STATE.waiting} end, attempts = attempts + 1,
     next_at = clock_timestamp() + coalesce($3::integer, 0) * interval '1 ms', last_status = $4, last_error = $5,
     tries = ${triesWith('$6')}, lease = null, leased_until = null
   where id = $1 and lease = $2 and state = ${DELIVERY_STATE.underWay}`,
);

const GIVEN_UP = statement(
  'delivery_given_up',
  `update delivery set state = ${DELIVERY_STATE.failed}, last_error = $3, lease = null, leased_until = null
   where id = $1 and lease = $2 and state = ${DELIVERY_STATE.underWay}`,
);

const PUT_BACK = statement(
  'delivery_put_back',
  `update delivery set state = ${DELIVERY_STATE.waiting}, next_at = clock_timestamp() + $3::integer * interval '1 ms',
     lease = null, leased_until = null
   where id = $1 and lease = $2 and state = ${DELIVERY_STATE.underWay}`,
);

export function createDeliveryQueue(db: Pick<Database, 'query' | 'transaction'>): DeliveryQueue {
  /** The lease of this process: deliveries that another process has taken over since are left alone. */
  const lease = randomUUID();
  return {
    async isWaiting() {
      const { rows } = await db.query<{ isWaiting: boolean }>(IS_WAITING);
      return rows[0]?.isWaiting ?? false;
    },
    // A claim that a crash undoes is made again.
    claim: ({ capacity, maxCallsPerTeam, slowJobs }) =>
      db.transaction(
        async (tx) => {
          await tx.query(TAKE_TURN);
          await tx.query(RETURN_EXPIRED);
          const values = [lease, capacity, LEASE_MS, slowJobs, maxCallsPerTeam];
          return (await tx.query<ClaimedDelivery>(CLAIM, values)).rows;
        },
        { isRelaxed: true },
      ),
    async succeeded(id, attempt) {
      await db.query(SUCCEEDED, [id, lease, attempt.status, tryJson(attempt)]);
    },
    async failed({ id, attempts }, attempt) {
      const { status, error } = attempt;
      const delayMs = RETRY_DELAYS_MS[attempts];
      await db.query(FAILED, [id, lease, delayMs ?? null, status ?? null, error, tryJson(attempt)]);
      return { isGivenUp: delayMs === undefined };
    },
    async givenUp(id, reason) {
      await db.query(GIVEN_UP, [id, lease, reason]);
    },
    async putBack(id, delayMs) {
      await db.query(PUT_BACK, [id, lease, delayMs]);
    },
  };
}

/** The attempts of a delivery with one more, whose time is the database's. */
function triesWith(parameter: string): string {
  return `case when jsonb_array_length(tries) >= ${MAX_TRIES} then tries - 0 else tries end
     || jsonb_build_array(jsonb_build_object('at', clock_timestamp()) || ${parameter}::jsonb)`;
}

function tryJson({
  durationMs,
  status,
  error,
  answer,
}: Timed & { status?: number; error?: string; answer?: string | undefined }): string {
  const text = answer === undefined ? undefined : storable(answer).slice(0, MAX_ANSWER).toWellFormed();
  return JSON.stringify({ durationMs, status, error, answer: text });
}
