import type { Seal } from '../../jobs/model/seal.ts';
import type { BlobKey } from '../../lib/blob-key.ts';
import { decompressPieces } from '../../lib/bytes/compress.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { signJsonText } from '../../lib/json/sign-json-text.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** `baseUrl`: where whoever started the job reaches the service; `from`, ms: when the link begins to be valid. */
export type LinkToBlob = (key: BlobKey, baseUrl: string | undefined, from: number) => string;

const READ = statement(
  'delivery_document',
  'select document, is_sealed from scrape where id = $1 and document is not null',
);

/**
 * The JSON text of a scrape's document with links to its files, each time the same; undefined when it is not kept any
 * more.
 */
export async function readSignedDocument(
  { db, linkTo }: { db: Queryable; linkTo: LinkToBlob },
  scrapeId: string,
  { seal, baseUrl }: { seal: Seal; baseUrl: string | undefined },
): Promise<JsonText | undefined> {
  const { rows } = await db.query<{ document: Buffer; is_sealed: boolean }>(READ, [scrapeId]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const kept = new JsonText(
    await decompressPieces(row.is_sealed ? seal.openBytes(row.document) : row.document),
  );
  // A repeat has to have the same bytes: links count from when the page was fetched.
  return await signJsonText(kept, (key) => linkTo(key, baseUrl, timeOf(scrapeId)));
}

/** When a UUID of version 7 was made, ms. */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
