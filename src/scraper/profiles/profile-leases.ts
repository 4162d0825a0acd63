import { statement, type Queryable } from '../../store/database.ts';

/** A writer that has not renewed for this long of database time is taken for dead. */
const LEASE = `interval '20 seconds'`;

/** The most profiles of one team. */
export const MAX_PROFILES = 200;
/** Writers who leave just then before the caller is told of one. */
const MAX_TRIES = 5;

const ACQUIRE = statement(
  'profile_acquire',
  `insert into profile (team_id, name, writer, leased_until)
   select $1, $2, $3, clock_timestamp() + ${LEASE}
   where (select count(*) from profile where team_id = $1) < ${MAX_PROFILES}
     or exists (select from profile where team_id = $1 and name = $2)
   on conflict (team_id, name) do update
   set writer = excluded.writer, leased_until = excluded.leased_until, used_at = clock_timestamp()
   where profile.leased_until is null or profile.leased_until <= clock_timestamp()
   returning state`,
);

const REFUSAL = statement(
  'profile_refusal',
  `select count(*) filter (where name = $2) = 1 as "isThere", count(*) >= ${MAX_PROFILES} as "isFull"
   from profile where team_id = $1`,
);

const RENEW = statement(
  'profile_renew',
  `update profile set leased_until = clock_timestamp() + ${LEASE} where team_id = $1 and name = $2 and writer = $3`,
);

const SAVE = statement(
  'profile_save',
  `update profile set state = $4, version = version + 1, updated_at = clock_timestamp(), used_at = clock_timestamp()
   where team_id = $1 and name = $2 and writer = $3`,
);

const RELEASE = statement(
  'profile_release',
  `with unused as (delete from profile where team_id = $1 and name = $2 and writer = $3 and state is null)
   update profile set writer = null, leased_until = null
   where team_id = $1 and name = $2 and writer = $3 and state is not null`,
);

const READ = statement(
  'profile_read',
  `with used as (
     update profile set used_at = clock_timestamp()
     where team_id = $1 and name = $2 and used_at < clock_timestamp() - interval '1 day'
   )
   select state from profile where team_id = $1 and name = $2`,
);

/** A profile and the one who writes it: a UUID that is used for one opening only. */
export interface WriterKey {
  teamId: string;
  name: string;
  writer: string;
}

/** The sealed state of what may now be written; why not, otherwise. */
export type Acquired = { state: Buffer | null } | 'another writer' | 'too many profiles';

/** Makes a writer of whoever asks when there is none, and a profile when there is none. */
export async function acquireProfile(db: Queryable, { teamId, name, writer }: WriterKey): Promise<Acquired> {
  for (let tries = 1; ; tries++) {
    const { rows } = await db.query<{ state: Buffer | null }>(ACQUIRE, [teamId, name, writer]);
    if (rows[0]) return rows[0];
    const refusal = await db.query<{ isThere: boolean; isFull: boolean }>(REFUSAL, [teamId, name]);
    const { isThere = false, isFull = false } = refusal.rows[0] ?? {};
    if (isFull && !isThere) return 'too many profiles';
    // A profile that is not there was another writer's, who left between the two statements and had saved nothing.
    if (isThere || tries === MAX_TRIES) return 'another writer';
  }
}

export async function renewProfile(db: Queryable, { teamId, name, writer }: WriterKey): Promise<void> {
  await db.query(RENEW, [teamId, name, writer]);
}

/** False: the profile has another writer by now, or was deleted, and nothing was written. */
export async function writeProfile(
  db: Queryable,
  { teamId, name, writer }: WriterKey,
  state: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query(SAVE, [teamId, name, writer, state]);
  return rowCount === 1;
}

/** Ends the lease, so that others can write. A profile in which nothing was ever saved is deleted. */
export async function releaseProfile(db: Queryable, { teamId, name, writer }: WriterKey): Promise<void> {
  await db.query(RELEASE, [teamId, name, writer]);
}

/** Reads the state that was saved last; undefined when none was. */
export async function readProfile(
  db: Queryable,
  { teamId, name }: Omit<WriterKey, 'writer'>,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ state: Buffer | null }>(READ, [teamId, name]);
  return rows[0]?.state ?? undefined;
}
