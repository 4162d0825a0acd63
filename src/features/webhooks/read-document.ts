import type { Seal } from '../../jobs/model/seal.ts';
import { decompressPieces } from '../../lib/compress.ts';
import { JsonText } from '../../lib/json-text.ts';
import { statement, type Queryable } from '../../store/database.ts';

const READ = statement(
  'delivery_document',
  'select document, is_sealed from scrape where id = $1 and document is not null',
);

/** The JSON text of a scrape's document; undefined when it is not kept any more. */
export async function readDocument(
  db: Queryable,
  scrapeId: string,
  seal: Seal,
): Promise<JsonText | undefined> {
  const { rows } = await db.query<{ document: Buffer; is_sealed: boolean }>(READ, [scrapeId]);
  const [row] = rows;
  return (
    row && new JsonText(await decompressPieces(row.is_sealed ? seal.openBytes(row.document) : row.document))
  );
}
