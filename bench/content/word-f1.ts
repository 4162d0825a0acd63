/** Precision, recall and F1 over words, each counted as often as it occurs. */
export interface WordScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const ALL: WordScore = { precision: 1, recall: 1, f1: 1 };
const NONE: WordScore = { precision: 0, recall: 0, f1: 0 };

/** Runs of letters, digits and underscores in lower case, as WCXB's evaluate.py takes them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The score of WCXB: two empty texts agree, an empty and a full one have nothing in common. */
export function wordF1(predicted: readonly string[], expected: readonly string[]): WordScore {
  if (expected.length === 0) return predicted.length === 0 ? ALL : NONE;
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of predicted) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hits++;
    left.set(word, count - 1);
  }
  if (hits === 0) return NONE;
  const precision = hits / predicted.length;
  const recall = hits / expected.length;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
