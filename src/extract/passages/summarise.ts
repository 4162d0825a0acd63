import { scoreTexts } from '../../text/bm25.ts';
import { estimateWords } from '../../text/estimate-words.ts';
import { foldText } from '../../text/fold-text.ts';
import { eachGram, GramSet } from '../../text/grams.ts';
import { sentences } from '../../text/sentences.ts';
import type { Passage } from './passage.ts';

export interface SummaryOptions {
  /** The title of the page: its sentences are measured against it. */
  readonly title?: string | undefined;
  /** The description that the page gives of itself. */
  readonly description?: string | undefined;
  /** Words of the summary; 120 to 150 when absent. */
  readonly words?: { readonly least: number; readonly most: number };
}

const WORDS = { least: 120, most: 150 };
const LEAST_SENTENCE_WORDS = 6;
const LONGEST_SENTENCE = 600;
const LEAST_DESCRIPTION_WORDS = 8;
const LONGEST_DESCRIPTION = 1000;
/** The part of a description that must stand in the page for it to speak of the page. */
const SHARED = 0.5;
/** A sentence that has this part in common with the description says the same again. */
const SAME = 0.8;
/** The beginning of a page is enough to tell what it is about. */
const MAX_SENTENCES = 2000;
const ENDS = /[.!?…。！？؟।॥።။។]["'”’»)\]]*$/;

/**
 * The sentences of a page that say most of what its title says, the first ones before later ones, in the page's order:
 * 120 to 150 words. The page's own description comes first when it speaks of what the page does. '' when there is no
 * sentence.
 */
export function summarise(passages: readonly Passage[], options: SummaryOptions = {}): string {
  const { least, most } = options.words ?? WORDS;
  const all = sentencesOf(passages);
  const description = usableDescription(options.description, all);
  const chosen: number[] = [];
  let words = estimateWords(description);
  const isSaid = description === '' ? () => false : createOverlap(description);
  for (const at of byScore(all, options.title ?? '')) {
    if (words >= least) break;
    const length = estimateWords(all[at]!);
    const fits = words + length <= most || words === 0;
    if (!fits || isSaid(all[at]!)) continue;
    chosen.push(at);
    words += length;
  }
  const body = chosen.toSorted((a, b) => a - b).map((at) => all[at]!);
  return (description === '' ? body : [description, ...body]).reduce(joinSentences, '');
}

/** Whole sentences, each once; lines without a full stop only where there are no others. */
function sentencesOf(passages: readonly Passage[]): string[] {
  const whole = new Set<string>();
  const others = new Set<string>();
  for (const { kind, text } of passages) {
    if (whole.size >= MAX_SENTENCES) break;
    if (kind === 'code' || kind === 'row') continue;
    for (const sentence of sentences(text)) {
      if (sentence.length > LONGEST_SENTENCE || estimateWords(sentence) < LEAST_SENTENCE_WORDS) continue;
      const line = sentence.replace(/\s+/g, ' ');
      if (ENDS.test(line)) whole.add(line);
      else if (others.size < MAX_SENTENCES) others.add(line);
    }
  }
  return Array.from(whole.size > 0 ? whole : others);
}

function usableDescription(description: string | undefined, all: readonly string[]): string {
  const text = (description ?? '').trim().replace(/\s+/g, ' ').slice(0, LONGEST_DESCRIPTION);
  if (estimateWords(text) < LEAST_DESCRIPTION_WORDS) return '';
  const grams = new GramSet(foldText(text));
  const found = new Set<number>();
  for (const sentence of all) {
    eachGram(foldText(sentence), (high, low) => {
      const gram = grams.numberOf(high, low);
      if (gram !== -1) found.add(gram);
    });
  }
  return found.size >= grams.size * SHARED ? text : '';
}

/** Tells whether a sentence says what a text has said already. */
function createOverlap(text: string): (sentence: string) => boolean {
  const said = new GramSet(foldText(text));
  return function isSaid(sentence) {
    let shared = 0;
    const all = eachGram(foldText(sentence), (high, low) => {
      if (said.numberOf(high, low) !== -1) shared++;
    });
    return shared >= all * SAME;
  };
}

/** Places of sentences, the best first: what they share with the title, and how near the beginning they stand. */
function byScore(all: readonly string[], title: string): number[] {
  const { scores } = scoreTexts(
    title,
    all.map((text) => ({ text })),
  );
  const best = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
  const total = scores.map((score, at) => score / best + 1 / Math.sqrt(1 + at));
  return Array.from(all.keys()).toSorted((a, b) => total[b]! - total[a]!);
}

/** Chinese and Japanese put nothing between two sentences. */
function joinSentences(text: string, sentence: string): string {
  return text === '' || /[。！？]$/.test(text) ? text + sentence : `${text} ${sentence}`;
}
