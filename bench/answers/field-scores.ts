import { collectFacts, type PageFacts } from '../../src/extract/facts/collect-facts.ts';
import { fillSchema } from '../../src/extract/fill/fill-schema.ts';
import type { LabelledPage } from '../content/labelled-pages.ts';
import { figure, type Table } from '../table.ts';
import type { ConvertedBenchPage } from './converted-page.ts';

const TEXT = { type: 'string' };
const ARTICLE = fields({ title: TEXT, author: TEXT, publishDate: { type: 'string', format: 'date' } });
const PRODUCT = fields({ name: TEXT, price: { type: 'number' }, currency: TEXT });
/** Precision and recall that are promised; of products from what is shown alone. */
const BARS: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  'article: author': [0.92, 0.75],
  'product, as shown: name': [0.89, 0.89],
  'product, as shown: price': [0.88, 0.75],
};
/** The data for machines of a product are the truth, and hidden from who reads what is shown. */
const SHOWN_ONLY = { isJsonLdRead: false, isMicrodataRead: false, areMetasRead: false };
const BASE = new URL('https://www.example.com/');

interface Count {
  right: number;
  wrong: number;
  none: number;
}

/** Fields of articles and products as they are filled, held against labels and against the pages' own data. */
export class FieldScores {
  readonly #counts = new Map<string, Count>();
  #ms = 0;
  #pages = 0;

  add({ tree, removed }: ConvertedBenchPage, labelled: LabelledPage): void {
    const page = { tree, removed, base: BASE };
    const from = performance.now();
    const facts = collectFacts(page);
    const { value } = fillSchema(page, facts, ARTICLE);
    this.#ms += performance.now() - from;
    this.#pages++;
    if (labelled.type === 'article') {
      const { title, author, published: publishDate } = labelled;
      this.#compare('article', value, { title, author, publishDate });
    }
    const truth = labelled.type === 'product' ? productOf(facts, page) : undefined;
    if (truth === undefined) return;
    const shown = fillSchema(page, collectFacts(page, SHOWN_ONLY), PRODUCT);
    this.#compare('product, as shown', shown.value, truth);
  }

  table(): Table {
    const rows = Array.from(this.#counts, ([name, { right, wrong, none }]) => {
      const precision = right / Math.max(1, right + wrong);
      const recall = right / Math.max(1, right + wrong + none);
      const bar = BARS[name];
      const isMet = bar === undefined || (round(precision) >= bar[0] && round(recall) >= bar[1]);
      const verdict = bar === undefined ? '' : isMet ? 'met' : 'NOT MET';
      const cells = [right, wrong, none].map(String);
      return [name, ...cells, precision.toFixed(2), recall.toFixed(2), bar?.join(' / ') ?? '', verdict];
    });
    return {
      title: 'Fields of a schema',
      columns: ['field', 'right', 'wrong', 'none', 'precision', 'recall', 'bar', ''],
      rows,
      notes: [
        'articles: against labels, of which some name another title or the day of an update; products: against their JSON-LD, from what is shown alone',
        `facts and fields take ${figure(this.#ms / Math.max(1, this.#pages))} ms a page on average (bar 15 ms)`,
      ],
    };
  }

  #compare(kind: string, value: unknown, truth: Readonly<Record<string, unknown>>): void {
    const filled = (value ?? {}) as Record<string, unknown>;
    for (const [field, wanted] of Object.entries(truth)) {
      if (wanted === '' || wanted === undefined) continue;
      const name = `${kind}: ${field}`;
      const count = this.#counts.get(name) ?? { right: 0, wrong: 0, none: 0 };
      this.#counts.set(name, count);
      if (filled[field] === undefined) count.none++;
      else if (isSame(filled[field], wanted)) count.right++;
      else count.wrong++;
    }
  }
}

function fields(properties: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties };
}

/** A product by its own JSON-LD; undefined when the page has none. */
function productOf(
  { facts, items }: PageFacts,
  page: Parameters<typeof fillSchema>[0],
): Record<string, unknown> | undefined {
  if (!items.main.some(({ types }) => types.includes('Product'))) return undefined;
  const data = { facts: facts.filter(({ source }) => source === 'json-ld'), items };
  return fillSchema(page, data, PRODUCT).value as Record<string, unknown> | undefined;
}

/** Names may be told with more or fewer words; all else is the same or not. */
function isSame(filled: unknown, wanted: unknown): boolean {
  const [one, other] = [words(filled), words(wanted)];
  if (one === other) return true;
  return typeof wanted === 'string' && /\p{L}/u.test(one) && (one.includes(other) || other.includes(one));
}

function words(value: unknown): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function round(share: number): number {
  return Math.round(share * 100) / 100;
}
