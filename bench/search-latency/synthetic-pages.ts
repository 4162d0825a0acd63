import { hash } from 'node:crypto';
import { compressSync } from '../../src/lib/bytes/compress.ts';
import { normalForm } from '../../src/frontier/same-page/normal-form.ts';
import type { IndexedPage } from '../../src/search-index/indexed-page.ts';
import { simhashOf } from '../../src/text/words/simhash.ts';
import { createRandom, type Random } from '../pages/random.ts';

/** A real page, of which synthetic ones are made. */
export interface SourcePage {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const HOSTS = 2_000;
const MOST_LETTERS = 24_000;
const MOST_A_PARAGRAPH = 1_000;
const DATED_SHARE = 0.45;
/** The part of long words that a page has alone, so that the vocabulary grows with the pages. */
const RARE_SHARE = 0.02;
const LONG_WORD = /[a-z]{7,}/g;
const START_MS = Date.UTC(2020, 0, 1);
const SIX_YEARS_MS = 6 * 365 * 86_400_000;

/** Makes pages of paragraphs of real ones: as long as those are, on hosts of which few have most pages. */
export class SyntheticPages {
  readonly #sources: readonly SourcePage[];
  readonly #paragraphs: readonly string[];
  readonly #random: Random = createRandom(7);
  readonly #teamId: string;

  constructor(sources: readonly SourcePage[], teamId: string) {
    this.#sources = sources;
    this.#paragraphs = sources.flatMap(({ paragraphs }) => paragraphs);
    this.#teamId = teamId;
  }

  /** The page of a number, in a version. */
  make(number: number, version = 0): IndexedPage {
    const random = this.#random;
    const like = random.pick(this.#sources);
    const text = this.#text(like.paragraphs.reduce((sum, { length }) => sum + length, 0));
    const host = Math.floor(HOSTS ** share(random)) - 1;
    const url = `https://docs.host${host}.example/guide/${slugOf(like.title)}/${number}`;
    const bytes = Buffer.from(text);
    const isDated = random.chance(DATED_SHARE);
    return {
      teamId: this.#teamId,
      urlKey: normalForm(new URL(url), { ignoreQueryParameters: false, deduplicateSimilarURLs: false }).key,
      url,
      title: `${like.title} ${random.pick(this.#sources).title}`.slice(0, 90),
      description: random.pick(this.#paragraphs).slice(0, 200),
      headings: [1, 2, 3, 4].map(() => random.pick(this.#sources).title).join('\n'),
      linkText: '',
      language: 'en',
      pageType: 'article',
      fileType: undefined,
      publishedAt: isDated ? new Date(START_MS + share(random) * SIX_YEARS_MS) : undefined,
      fetchedAt: new Date(START_MS + SIX_YEARS_MS + version),
      images: [],
      imageUrl: undefined,
      text: compressSync(bytes),
      textBytes: bytes.length,
      textHash: hash('sha256', `${text}${version}`, 'buffer').subarray(0, 16),
      simhash: simhashOf(text.slice(0, 4_000)),
    };
  }

  #text(letters: number): string {
    const paragraphs: string[] = [];
    for (let left = Math.min(letters, MOST_LETTERS); left > 0; left -= paragraphs.at(-1)!.length)
      paragraphs.push(this.#rare(this.#random.pick(this.#paragraphs).slice(0, MOST_A_PARAGRAPH)));
    return paragraphs.join('\n');
  }

  #rare(paragraph: string): string {
    const random = this.#random;
    return paragraph.replaceAll(LONG_WORD, (word) =>
      random.chance(RARE_SHARE) ? word.slice(0, 3) + random.int(0, 1_000_000).toString(36) : word,
    );
  }
}

/** 0 to 1. */
function share(random: Random): number {
  return random.int(0, 1_000_000) / 1_000_000;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
}
