import { eachWord } from '../../text/words/scan-words.ts';
import type { KnownWord } from '../../text/words/term-of.ts';
import type { ImageSize, RowCheck, WordSequence } from '../index-plan.ts';

/** The parts of a plan while it is made. */
export interface PlanDraft {
  /** Words and words of phrases. */
  readonly words: KnownWord[];
  /** Words of operators: they score where there are no others. */
  readonly operatorWords: KnownWord[];
  readonly required: string[][][];
  readonly forbidden: string[];
  readonly suspect: string[][];
  readonly sequences: WordSequence[][];
  readonly excluded: WordSequence[];
  readonly rowChecks: RowCheck[];
  readonly imageSizes: ImageSize[];
  readonly related: string[];
  readonly remarks: string[];
}

/** The words of a text, in their order. */
export function sequenceOf(text: string): KnownWord[] {
  const words: KnownWord[] = [];
  eachWord(text, (word) => words.push(word));
  return words;
}
