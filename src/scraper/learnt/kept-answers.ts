import { hash } from 'node:crypto';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { statement, type Queryable } from '../../store/queryable.ts';
import { createFairTrim } from '../../store/trim-fairly.ts';

/**
 * Answers of a language model, by the digest of everything that it was shown: the same question about the same text is
 * asked once. By team, shared by processes through the database.
 */
export interface KeptAnswers {
  /** Gives the answer that is kept; undefined when there is none, or the database does not answer. */
  find(teamId: string, shown: ShownToModel, signal: AbortSignal): Promise<KeptAnswer | undefined>;
  /** Keeps an answer; whoever waits for the page need not wait for that. */
  keep(teamId: string, shown: ShownToModel, answer: KeptAnswer): Promise<void>;
}

/** Everything that an answer depends on. */
export interface ShownToModel {
  /** Tells the endpoint and its model from others. */
  model: string;
  instructions: string;
  /** The schema of the answer, as JSON. */
  schema: string;
  task: string;
  page: string;
}

/** The value of an answer. */
export interface KeptAnswer {
  readonly value: unknown;
}

export interface KeptAnswersOptions {
  db: Queryable;
  clock: Clock;
  log: Log;
}

/** Characters of JSON; a longer answer is one that nobody gets twice. */
const LONGEST = 500_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP_MS = 30 * DAY_MS;
/** All answers together, as far as their texts go. */
export const KEPT_ANSWERS_MAX_BYTES = 200_000_000;
/** Bytes that a row takes besides its text. */
const ROW_BYTES = 150;

const READ = statement(
  'kept_answer_read',
  'select answer, used_at from kept_answer where team_id = $1 and answer_key = $2 and used_at > $3',
);
const USE = statement(
  'kept_answer_use',
  'update kept_answer set used_at = $3 where team_id = $1 and answer_key = $2',
);
const WRITE = statement(
  'kept_answer_write',
  `insert into kept_answer (team_id, answer_key, used_at, answer) values ($1, $2, $3, $4)
   on conflict (team_id, answer_key) do update set used_at = excluded.used_at, answer = excluded.answer`,
);

export function openKeptAnswers({ db, clock, log }: KeptAnswersOptions): KeptAnswers {
  function ignore(error: unknown): undefined {
    log.debug('an answer of the language model was not read or kept', { error });
  }

  async function read(teamId: string, key: string): Promise<KeptAnswer | undefined> {
    const now = clock.now();
    const { rows } = await db.query<{ answer: string; used_at: Date }>(READ, [
      teamId,
      key,
      new Date(now - KEEP_MS),
    ]);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (now - row.used_at.getTime() > DAY_MS) await db.query(USE, [teamId, key, new Date(now)]);
    return JSON.parse(row.answer) as KeptAnswer;
  }

  return {
    find: (teamId, shown, signal) => untilAborted(read(teamId, keyOf(shown)).catch(ignore), signal),
    async keep(teamId, shown, { value }) {
      const answer = JSON.stringify({ value });
      if (answer.length > LONGEST) return;
      await db.query(WRITE, [teamId, keyOf(shown), new Date(clock.now()), answer]).catch(ignore);
    },
  };
}

/** The whole digest: a chance hit would be another page's answer. */
function keyOf({ model, instructions, schema, task, page }: ShownToModel): string {
  return hash('sha256', JSON.stringify([model, instructions, schema, task, page]), 'hex');
}

const trimBySize = createFairTrim({
  table: 'kept_answer',
  key: 'answer_key',
  bytes: `octet_length(answer) + ${ROW_BYTES}`,
  age: 'used_at',
});

/** Removes answers that nobody used for 30 days, and then those beyond the bound, of each team its oldest. */
export async function trimKeptAnswers(
  db: Queryable,
  { now, maxBytes }: { now: number; maxBytes: number },
): Promise<number> {
  const { rowCount } = await db.query('delete from kept_answer where used_at < $1', [
    new Date(now - KEEP_MS),
  ]);
  return rowCount + (await trimBySize(db, maxBytes));
}
