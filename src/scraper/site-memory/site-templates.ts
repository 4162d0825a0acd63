import { statement, type Queryable, type Transactional } from '../../store/queryable.ts';
import { TemplateMemory } from './template-memory.ts';

/** A site of a team: pages of one host and port. */
export interface Site {
  teamId: string;
  host: string;
}

/** Templates that are remembered of a site, those of the newest pages. */
export const MOST_TEMPLATES = 16;

const READ = statement(
  'site_template_read',
  `select blocks from site_template where team_id = $1 and host = $2 order by seen_at desc limit ${MOST_TEMPLATES}`,
);
/** Two processes that write the first pages of a template must find the same row. */
const CREATE = statement(
  'site_template_create',
  `insert into site_template (team_id, host, template, seen_at, blocks) values ($1, $2, $3, $4, '')
   on conflict (team_id, host, template) do nothing`,
);
const LOCK = statement(
  'site_template_lock',
  'select blocks from site_template where team_id = $1 and host = $2 and template = $3 for update',
);
const WRITE = statement(
  'site_template_write',
  'update site_template set seen_at = $4, blocks = $5 where team_id = $1 and host = $2 and template = $3',
);

/** Reads what is known of a site; templates that another version wrote are left out. */
export async function readTemplates(db: Queryable, { teamId, host }: Site): Promise<TemplateMemory[]> {
  const { rows } = await db.query<{ blocks: Buffer }>(READ, [teamId, host]);
  return rows.flatMap(({ blocks }) => TemplateMemory.unpack(blocks) ?? []);
}

/** Adds to a template what other processes have written of it, and writes it. */
export async function writeTemplate(
  db: Transactional,
  { teamId, host }: Site,
  memory: TemplateMemory,
  seenAt: Date,
): Promise<void> {
  const key = [teamId, host, memory.template];
  await db.transaction(
    async (tx) => {
      await tx.query(CREATE, [...key, seenAt]);
      const { rows } = await tx.query<{ blocks: Buffer }>(LOCK, key);
      const written = rows[0] && TemplateMemory.unpack(rows[0].blocks);
      if (written) memory.merge(written);
      await tx.query(WRITE, [...key, seenAt, memory.pack()]);
    },
    // A crash loses what a few pages taught.
    { isRelaxed: true },
  );
}
