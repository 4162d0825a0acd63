import type { RequestedFormatOf } from '../../contract/options/formats.ts';
import { compress, decompressZstd } from '../../lib/bytes/compress.ts';
import type { PackedJson } from '../../lib/json/packed-json.ts';
import type { Queryable } from '../../store/database.ts';
import type { ComparedText } from '../compared-text.ts';
import type { DiffLargeTexts } from './diff-large-texts.ts';
import type { PackedDocument } from '../packed-document.ts';
import { findSnapshot, snapshotKey, type SnapshotRow } from './snapshots.ts';

/** Status codes of a page that is no longer there. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** The field `changeTracking` of a document (wire contract 4.3); a large diff is JSON already. */
export type ChangeTracking = NonNullable<PackedDocument['changeTracking']>;

/** A page to compare, and the means for it. */
export interface TrackChangesRequest {
  db: Queryable;
  diff: DiffLargeTexts;
  signal: AbortSignal;
  teamId: string;
  /** The URL that was asked for: a page that redirects elsewhere has changed. */
  url: URL;
  spec: Pick<RequestedFormatOf<'changeTracking'>, 'modes' | 'tag'>;
  /** The text of the document, as the caller asked for the document. */
  compared: ComparedText;
  statusCode: number;
  /** The time when the page was fetched; for a stored copy, when the copy was stored. */
  scrapedAt: Date;
}

/** The result of a comparison: the field of the document, and the version to keep. */
export interface TrackedChanges {
  /** Undefined when the page cannot be compared; `warning` says why. */
  changeTracking: ChangeTracking | undefined;
  /** To be written with the scrape, unless nothing of it may be kept; undefined: nothing changes. */
  snapshot: SnapshotRow | undefined;
  /** A sentence for the document's `warning`. */
  warning: string | undefined;
  /** Both texts, where they differ and are to be compared field by field. */
  versions?: { before: string; after: string } | undefined;
}

/**
 * Compares a page with the version that its team last saw under this tag (wire contract 4.1, 4.3). White space at the
 * ends of lines and empty lines at the end do not count.
 *
 * `new`: no version is stored. `removed`: the page answers 404 or 410 and was there before; from then on `same`, until
 * it comes back, which is `changed`, compared with what it was before it went. A page that fails in another way, or was
 * never there, says nothing about changes. Writes nothing itself.
 */
export async function trackChanges(request: TrackChangesRequest): Promise<TrackedChanges> {
  const { db, statusCode, spec, scrapedAt } = request;
  const isGone = GONE.has(statusCode);
  if (statusCode >= 400 && !isGone) {
    return incomparable(`The page answered with status ${statusCode}, so it was not compared.`);
  }
  const key = snapshotKey(request.teamId, request.url, spec.tag);
  const { bytes } = request.compared;
  const contentHash = Buffer.from(request.compared.contentHash);
  const wantsDiff = spec.modes.includes('git-diff');
  const wantsFields = spec.modes.includes('json');
  const earlier = await findSnapshot(db, key, {
    contentHash,
    isMarkdownWanted: (wantsDiff || wantsFields) && !isGone,
  });
  const describe = (
    changeStatus: ChangeTracking['changeStatus'],
    diff?: ChangeTracking['diff'],
  ): ChangeTracking => ({
    previousScrapeAt: earlier?.scrapedAt.toISOString() ?? null,
    changeStatus,
    // Every page here was named by its caller, or found by a link or in a sitemap.
    visibility: 'visible',
    ...(diff !== undefined && { diff }),
  });

  if (isGone) {
    if (!earlier) {
      return incomparable(
        `The page answered with status ${statusCode} and was never there, so there is nothing to compare.`,
      );
    }
    return {
      changeTracking: describe(earlier.isRemoved ? 'same' : 'removed'),
      snapshot: { key, scrapedAt, isRemoved: true, markdown: undefined, contentHash: undefined },
      warning: undefined,
    };
  }

  const snapshot = { key, scrapedAt, isRemoved: false, markdown: await compress(bytes), contentHash };
  if (!earlier) return { changeTracking: describe('new'), snapshot, warning: undefined };
  const isSameText = earlier.contentHash.equals(contentHash);
  if (isSameText && !earlier.isRemoved)
    return { changeTracking: describe('same'), snapshot, warning: undefined };
  // A large text is handed to the thread that makes the diff.
  const versions = wantsFields ? await textsOf(earlier, bytes) : undefined;
  if (!wantsDiff) return { changeTracking: describe('changed'), snapshot, warning: undefined, versions };
  const diff = isSameText ? '' : await diffFrom(earlier, request);
  const warning =
    diff === undefined ? 'The page is too large for a diff with its earlier version.' : undefined;
  return { changeTracking: describe('changed', diff), snapshot, warning, versions };
}

/** Undefined when both are the same. */
async function textsOf(
  { markdown }: { markdown: Buffer | null },
  bytes: Uint8Array,
): Promise<TrackedChanges['versions']> {
  if (markdown === null) return undefined;
  const read = (text: Uint8Array): string => new TextDecoder().decode(text);
  return { before: read(await decompressZstd(markdown)), after: read(bytes) };
}

async function diffFrom(
  earlier: { scrapedAt: Date; markdown: Buffer | null },
  { diff, scrapedAt, compared, signal }: TrackChangesRequest,
): Promise<string | PackedJson | undefined> {
  if (!earlier.markdown) return '';
  const before = await decompressZstd(earlier.markdown);
  return diff(
    { label: `previous\t${earlier.scrapedAt.toISOString()}`, bytes: before },
    { label: `current\t${scrapedAt.toISOString()}`, bytes: compared.bytes },
    signal,
  );
}

function incomparable(warning: string): TrackedChanges {
  return { changeTracking: undefined, snapshot: undefined, warning };
}
