import { statement, type Queryable } from '../../store/database.ts';
import { findPostings, type Postings } from '../block.ts';
import { ByteLru } from './byte-lru.ts';
import type { SearchedSegment } from './find-candidates.ts';
import { INDEX_FORMAT } from './index-format.ts';
import { pageIdAt, usualImpactsOf } from './page-entry.ts';

const LIST = statement(
  'search_segment_list',
  `select id, pages, body_words as "bodyWords" from search_segment where team_id = $1 and format = $2 order by id`,
);
const READ_HEADS = statement(
  'search_segment_heads',
  'select id, page_ids as "pageIds", times from search_segment where id = any($1::bigint[])',
);
const LOOK_UP = statement(
  'search_block_look_up',
  `select w.place, b.data from unnest($1::int[], $2::bigint[], $3::text[]) as w (place, segment, term)
   cross join lateral (
     select data from search_block b where b.segment_id = w.segment and b.first_term <= w.term collate "C"
     order by b.first_term desc limit 1
   ) b`,
);
const COUNT = statement(
  'search_segment_count',
  'select count(*) as count from search_segment where id = any($1::bigint[])',
);

/** Look-ups of one statement: each brings a block of some kB. */
const LOOK_UPS_A_STATEMENT = 256;
/** Times that segments may be merged away under a search before it fails. */
const MAX_TRIES = 5;
/** An entry of a map and its key. */
const ENTRY_BYTES = 150;

/** A segment with all that one search needs of it. */
export interface HeldSegment extends SearchedSegment {
  /** The id of the version of a page. */
  pageId(ordinal: number): number;
}

/** The segments of a team as they were at one moment. */
export interface HeldSegments {
  segments: HeldSegment[];
  /** Pages in them; some may be gone since. */
  pages: number;
  /** Words of a text on average; undefined while there is none. */
  averageBody: number | undefined;
}

interface SegmentListing {
  id: number;
  pages: number;
  bodyWords: number;
}

interface Head {
  pageIds: Buffer;
  times: Uint32Array;
  usualImpacts: Uint8Array;
}

/**
 * Reads segments and keeps what searches needed of them, up to so many bytes. Segments never change, so nothing that is
 * kept is ever wrong.
 */
export class SegmentStore {
  readonly #db: Queryable;
  readonly #heads: ByteLru<Head>;
  readonly #postings: ByteLru<{ postings: Postings | undefined }>;

  constructor(db: Queryable, maxBytes: number) {
    this.#db = db;
    this.#heads = new ByteLru(maxBytes / 4);
    this.#postings = new ByteLru((maxBytes * 3) / 4);
  }

  /** Gives the segments of a team, with the postings of these terms at hand. */
  async hold(teamId: string, terms: readonly string[]): Promise<HeldSegments> {
    for (let tries = 1; ; tries++) {
      const { rows } = await this.#db.query<SegmentListing>(LIST, [teamId, INDEX_FORMAT]);
      const held = await this.#hold(rows, terms);
      if (held !== undefined) return held;
      if (tries === MAX_TRIES) throw new Error('The segments of the index changed during each of some tries');
    }
  }

  /** Undefined when one of the segments has been merged away meanwhile. */
  async #hold(rows: readonly SegmentListing[], terms: readonly string[]): Promise<HeldSegments | undefined> {
    const heads = await this.#readHeads(rows);
    if (heads.size < rows.length) return undefined;
    const { lists, hasRead } = await this.#readPostings(rows, terms);
    // Blocks of a segment that has gone look like terms that it does not have.
    if (hasRead && !(await this.#areThere(rows))) return undefined;
    const pages = rows.reduce((sum, row) => sum + row.pages, 0);
    const words = rows.reduce((sum, { bodyWords }) => sum + bodyWords, 0);
    const segments = rows.map((row, index): HeldSegment => {
      const { pageIds, times, usualImpacts } = heads.get(row.id)!;
      return {
        pages: row.pages,
        times,
        usualImpacts,
        lookUp: (term) => lists[index]!.get(term),
        pageId: (ordinal) => pageIdAt(pageIds, ordinal),
      };
    });
    return { segments, pages, averageBody: pages === 0 ? undefined : words / pages };
  }

  async #readHeads(rows: readonly SegmentListing[]): Promise<Map<number, Head>> {
    const heads = new Map<number, Head>();
    const missing: number[] = [];
    for (const { id } of rows) {
      const head = this.#heads.get(String(id));
      if (head === undefined) missing.push(id);
      else heads.set(id, head);
    }
    if (missing.length === 0) return heads;
    const read = await this.#db.query<{ id: number; pageIds: Buffer; times: Buffer }>(READ_HEADS, [missing]);
    for (const { id, pageIds, times } of read.rows) {
      const head = { pageIds, times: numbersOf(times), usualImpacts: usualImpactsOf(pageIds) };
      heads.set(id, head);
      this.#heads.set(
        String(id),
        head,
        pageIds.length + times.length + head.usualImpacts.length + ENTRY_BYTES,
      );
    }
    return heads;
  }

  async #readPostings(
    rows: readonly SegmentListing[],
    terms: readonly string[],
  ): Promise<{ lists: Array<Map<string, Postings | undefined>>; hasRead: boolean }> {
    const lists = rows.map(() => new Map<string, Postings | undefined>());
    const missing: Array<{ place: number; segment: number; term: string }> = [];
    for (const [place, { id: segment }] of rows.entries()) {
      for (const term of terms) {
        const known = this.#postings.get(`${segment} ${term}`);
        if (known === undefined) missing.push({ place, segment, term });
        else lists[place]!.set(term, known.postings);
      }
    }
    for (let from = 0; from < missing.length; from += LOOK_UPS_A_STATEMENT) {
      const wanted = missing.slice(from, from + LOOK_UPS_A_STATEMENT);
      const read = await this.#db.query<{ place: number; data: Buffer }>(LOOK_UP, [
        wanted.map((_, index) => index),
        wanted.map(({ segment }) => segment),
        wanted.map(({ term }) => term),
      ]);
      const blocks = new Map(read.rows.map(({ place, data }) => [place, data]));
      for (const [index, { place, segment, term }] of wanted.entries()) {
        const block = blocks.get(index);
        const postings = block && ownPostings(findPostings(block, term));
        lists[place]!.set(term, postings);
        const bytes = (postings?.bytes.length ?? 0) + term.length + ENTRY_BYTES;
        this.#postings.set(`${segment} ${term}`, { postings }, bytes);
      }
    }
    return { lists, hasRead: missing.length > 0 };
  }

  async #areThere(rows: readonly SegmentListing[]): Promise<boolean> {
    const { rows: counted } = await this.#db.query<{ count: number }>(COUNT, [rows.map(({ id }) => id)]);
    return counted[0]?.count === rows.length;
  }
}

/** With bytes of their own: those of the block would be kept with them. */
function ownPostings(postings: Postings | undefined): Postings | undefined {
  return postings && { ...postings, bytes: Buffer.from(postings.bytes) };
}

function numbersOf(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let index = 0; index < numbers.length; index++) numbers[index] = bytes.readUInt32LE(index * 4);
  return numbers;
}
