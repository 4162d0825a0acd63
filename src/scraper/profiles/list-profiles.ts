import type { Queryable } from '../../store/database.ts';

export interface ListedProfile {
  team: string;
  name: string;
  /** As it is stored. */
  bytes: number;
  updatedAt: Date | null;
  usedAt: Date;
  isInUse: boolean;
}

/** Profiles of all teams or of one, by team and name. */
export async function listProfiles(db: Queryable, team?: string): Promise<ListedProfile[]> {
  const { rows } = await db.query<ListedProfile>(
    `select t.name as team, p.name, coalesce(octet_length(p.state), 0) as bytes, p.updated_at as "updatedAt",
       p.used_at as "usedAt", coalesce(p.leased_until > clock_timestamp(), false) as "isInUse"
     from profile p join team t on t.id = p.team_id
     where $1::text is null or t.name = $1
     order by t.name, p.name`,
    [team ?? null],
  );
  return rows;
}

/** Deletes a profile, also one in use, whose changes are then lost. Returns false when there is none. */
export async function deleteProfile(db: Queryable, teamId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from profile where team_id = $1 and name = $2', [teamId, name]);
  return rowCount === 1;
}
