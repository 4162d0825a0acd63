import type { LearntState } from '../../extract/selectors/learnt-template.ts';
import { statement, type Queryable } from '../../store/queryable.ts';

/** The rules of one template of a team, for one schema with its prompt. */
export interface TemplateName {
  teamId: string;
  host: string;
  template: string;
  /** Digest of the schema and of the prompt. */
  asked: string;
}

/** Rules as the database has them. */
export interface StoredTemplate {
  revision: number;
  state: LearntState;
}

/** Rules that take more characters are not kept: the page has far too many parts. */
const MOST_CHARACTERS = 200_000;

const READ = statement(
  'learnt_template_read',
  'select revision, rules from learnt_template where team_id = $1 and host = $2 and template = $3 and asked = $4',
);
const WRITE = statement(
  'learnt_template_write',
  `insert into learnt_template as known (team_id, host, template, asked, revision, seen_at, rules)
   values ($1, $2, $3, $4, $5 + 1, $6, $7)
   on conflict (team_id, host, template, asked) do update
     set revision = excluded.revision, seen_at = excluded.seen_at, rules = excluded.rules
     where known.revision = $5`,
);

/** Reads the rules of a template; undefined when there are none. */
export async function readLearntTemplate(
  db: Queryable,
  { teamId, host, template, asked }: TemplateName,
): Promise<StoredTemplate | undefined> {
  const { rows } = await db.query<{ revision: number; rules: string }>(READ, [teamId, host, template, asked]);
  const [row] = rows;
  return row && { revision: row.revision, state: JSON.parse(row.rules) as LearntState };
}

/** Writes the rules that come after a revision; false when another process has written since. */
export async function writeLearntTemplate(
  db: Queryable,
  { teamId, host, template, asked }: TemplateName,
  { revision, state, seenAt }: StoredTemplate & { seenAt: Date },
): Promise<boolean> {
  const rules = JSON.stringify(state);
  if (rules.length > MOST_CHARACTERS) return true;
  const { rowCount } = await db.query(WRITE, [teamId, host, template, asked, revision, seenAt, rules]);
  return rowCount === 1;
}
