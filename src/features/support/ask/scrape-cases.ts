import type { Caller } from '../../../accounts/caller.ts';
import { decompressPieces } from '../../../lib/bytes/compress.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import type { Queryable } from '../../../store/database.ts';
import { lookAtDocument } from './look-at-document.ts';
import type { NamedThings } from './named-things.ts';
import type { SupportCase } from './support-case.ts';

/** The newest of a team that are looked at, and those of them that are looked at closely. */
const MOST_SCRAPES = 200;
const MOST_CLOSE = 5;
/** Bytes of a stored document that is read. */
const MAX_DOCUMENT_BYTES = 2_000_000;

interface ScrapeRow {
  id: string;
  target: string | null;
  options: Record<string, unknown> | null;
  status: number | null;
  error: string | null;
  trace: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  bytes: number | null;
}

const SCRAPES = `select id, target, options, status_code as status, error_code as error, trace,
    case when is_sealed then null else octet_length(document) end as bytes
  from scrape where team_id = $1 and id >= $2::uuid and (job_id is null or id = any($3::uuid[]))
  order by (id = any($3::uuid[])) desc, id desc limit ${MOST_SCRAPES}`;
const DOCUMENT = 'select document from scrape where id = $1 and team_id = $2';

/** Scrapes of the caller's team since `oldest`, those that are named or went wrong first. */
export async function findScrapeCases(
  db: Queryable,
  caller: Caller,
  { named, oldest }: { named: NamedThings; oldest: string },
): Promise<SupportCase[]> {
  const { rows } = await db.query<ScrapeRow>(SCRAPES, [caller.team.id, oldest, named.ids]);
  const likely = rows
    .map((row) => ({ row, isNamed: named.isNamed(row) }))
    .filter(({ isNamed }) => isNamed || !named.isAny)
    .toSorted(
      (a, b) => Number(b.isNamed) - Number(a.isNamed) || troubleOf(b.row, named) - troubleOf(a.row, named),
    );
  return Promise.all(likely.slice(0, MOST_CLOSE).map((one) => closeLook(db, caller, one)));
}

async function closeLook(
  db: Queryable,
  caller: Caller,
  { row, isNamed }: { row: ScrapeRow; isNamed: boolean },
): Promise<SupportCase> {
  const look =
    row.bytes !== null && row.bytes <= MAX_DOCUMENT_BYTES ? await readDocument(db, caller, row.id) : {};
  const steps = row.trace ?? [];
  return {
    kind: 'scrape',
    id: row.id,
    target: row.target,
    isNamed,
    status: row.error === null ? 'completed' : 'failed',
    errorCode: row.error ?? undefined,
    error: textOf(steps.findLast((step) => step['error'] !== undefined)?.['error']),
    statusCode: row.status ?? undefined,
    options: row.options ?? {},
    warnings: [],
    slowest: slowestOf(steps),
    hasUsedBrowser: steps.some((step) => step['engine'] === 'browser'),
    ...look,
  };
}

async function readDocument(db: Queryable, caller: Caller, id: string): Promise<Partial<SupportCase>> {
  const { rows } = await db.query<{ document: Buffer | null }>(DOCUMENT, [id, caller.team.id]);
  const stored = rows[0]?.document;
  if (!stored) return {};
  return lookAtDocument(new JsonText(await decompressPieces(stored)).parse());
}

/** Trouble that the question speaks of comes first. */
function troubleOf({ error, status }: ScrapeRow, { trouble }: NamedThings): number {
  const weight = error !== null ? 2 : (status ?? 200) >= 400 ? 1 : 0;
  const isAsked = trouble.fits({ errorCode: error ?? undefined, statusCode: status ?? undefined });
  return weight + (weight > 0 && isAsked ? 2 : 0);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function slowestOf(steps: ReadonlyArray<Readonly<Record<string, unknown>>>): string | undefined {
  const [slowest] = steps.toSorted((a, b) => Number(b['tookMs']) - Number(a['tookMs']));
  const took = Number(slowest?.['tookMs']);
  return took > 0 ? `"${String(slowest?.['step'])}" (${Math.round(took)} ms)` : undefined;
}
