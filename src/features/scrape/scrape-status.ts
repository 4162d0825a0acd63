import type { Caller } from '../../accounts/caller.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { decompressPieces } from '../../lib/bytes/compress.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';

const KEEP_MS = 86_400_000;

const FIND = statement(
  'scrape_find',
  `select team_id, created_at, case when is_sealed then null else document end as document from scrape where id = $1`,
);

/** GET /v2/scrape/{id}: the document as JSON of a scrape of the last 24 hours, for the team that made it. */
export function createScrapeStatus({ db, clock }: { db: Queryable; clock: Clock }) {
  return async function readScrape(caller: Caller, id: string): Promise<JsonText> {
    const { rows } = await db.query<{ team_id: string; created_at: Date; document: Buffer | null }>(FIND, [
      id,
    ]);
    const row = rows[0];
    if (row && row.team_id !== caller.team.id) {
      throw new ServiceError('FORBIDDEN', { message: 'This scrape belongs to another team' });
    }
    if (!row?.document || row.created_at.getTime() < clock.now() - KEEP_MS) {
      throw new ServiceError('NOT_FOUND', {
        message: 'No such scrape: unknown, failed, made without data retention, or older than 24 hours',
      });
    }
    return new JsonText(await decompressPieces(row.document));
  };
}
