import { summarise } from '../../src/extract/passages/summarise.ts';
import { collectMetadata } from '../../src/html/metadata.ts';
import { estimateWords } from '../../src/text/estimate-words.ts';
import { wordsOf } from '../content/word-f1.ts';
import { quantile } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { ConvertedBenchPage } from './converted-page.ts';
import { rouge } from './rouge.ts';

/** The length at which summaries are held against descriptions, which are about as long. */
const COMPARED_WORDS = 40;
const GATHERED = { least: COMPARED_WORDS, most: COMPARED_WORDS * 1.5 };
const LEAST_DESCRIPTION = 8;
const LEAST_LEAD = 20;
/** A description that shares more than this with the opening is the opening. */
const SAME = 0.8;
const ADDRESS = new URL('https://www.example.com/');

/** Summaries beside the first words of pages, held against the descriptions that the pages give of themselves. */
export class SummaryScores {
  readonly #sums = { lead: [0, 0], title: [0, 0] };
  readonly #lengths: number[] = [];
  #compared = 0;

  add({ tree, passages }: ConvertedBenchPage): void {
    const { title, description } = readTitle(tree);
    this.#lengths.push(estimateWords(summarise(passages, { title, description })));
    const truth = wordsOf(description);
    const lead = wordsOf(passages.map(({ text }) => text).join(' ')).slice(0, COMPARED_WORDS);
    const isOpening =
      rouge(lead, truth, 1) > SAME || lead.join(' ').includes(truth.slice(0, LEAST_DESCRIPTION).join(' '));
    if (truth.length < LEAST_DESCRIPTION || lead.length < LEAST_LEAD || isOpening) return;
    const summary = wordsOf(summarise(passages, { title, words: GATHERED })).slice(0, COMPARED_WORDS);
    this.#compared++;
    for (const length of [1, 2] as const) {
      this.#sums.lead[length - 1]! += rouge(lead, truth, length);
      this.#sums.title[length - 1]! += rouge(summary, truth, length);
    }
  }

  table(): Table {
    const mean = (sums: readonly number[]): string[] =>
      sums.map((sum) => (sum / Math.max(this.#compared, 1)).toFixed(3));
    const better = this.#sums.title.every((sum, at) => sum > this.#sums.lead[at]!);
    const lengths = [0.1, 0.5, 0.9].map((share) => quantile(this.#lengths, share).toFixed(0));
    const none = this.#lengths.filter((length) => length === 0).length;
    return {
      title: `Summaries: ${this.#compared} pages whose description is not their opening`,
      columns: [`first ${COMPARED_WORDS} words`, 'ROUGE-1', 'ROUGE-2', 'bar', ''],
      rows: [
        ['the opening of the page', ...mean(this.#sums.lead), '', ''],
        ['the summary, without description', ...mean(this.#sums.title), 'better', better ? 'met' : 'NOT MET'],
      ],
      notes: [
        'F against the description that the page gives of itself, which stands in for the summary of a person',
        `words of all ${this.#lengths.length} summaries: p10 ${lengths[0]}, median ${lengths[1]}, p90 ${lengths[2]}; none on ${none} pages`,
      ],
    };
  }
}

function readTitle(tree: ConvertedBenchPage['tree']): { title: string; description: string } {
  const { title, description } = collectMetadata(tree, ADDRESS);
  return {
    title: typeof title === 'string' ? title : '',
    description: typeof description === 'string' ? description : '',
  };
}
