import { decompressPieces } from '../../lib/bytes/compress.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { statement, type Queryable } from '../../store/database.ts';
import type { Seal } from '../model/seal.ts';

/** Documents of one answer end when they pass this many bytes; a single larger one comes alone (wire contract 5.4). */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

const READ = statement(
  'job_documents_read',
  `with sized as (
     select p.scrape_id, p.document_index, sum(p.document_bytes + 1) over (order by p.document_index) as bytes
     from page p where p.job_id = $1 and p.document_index >= $2 and p.document_index < $3
   )
   select s.document from sized join scrape s on s.id = sized.scrape_id
   where sized.bytes <= $4 or sized.document_index = $2
   order by sized.document_index`,
);

/** Documents of a job from index `from`, up to `until` (exclusive) or the size limit, each as JSON. */
export async function readDocuments(
  db: Queryable,
  job: { id: string; seal: Seal },
  { from, until, maxBytes = MAX_PAGE_BYTES }: { from: number; until: number; maxBytes?: number },
): Promise<JsonText[]> {
  if (from >= until) return [];
  const { rows } = await db.query<{ document: Buffer }>(READ, [job.id, from, until, maxBytes]);
  return Promise.all(
    rows.map(async ({ document }) => new JsonText(await decompressPieces(job.seal.openBytes(document)))),
  );
}
