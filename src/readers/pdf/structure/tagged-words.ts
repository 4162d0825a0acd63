import { countLetters } from '../count-letters.ts';
import type { PdfPage, PdfTag, PdfWord } from '../pdf-page.ts';
import { isMeaningful, NOTES } from './tag-types.ts';

/** Text with more letters is not replaced by one that has fewer than this share of them. */
const FEW_LETTERS = 20;
const LEAST_KEPT = 0.3;

/** The words of a page by the marked content that they belong to; each is handed out once. */
export class TaggedWords {
  readonly #words = new Map<number, PdfWord[]>();
  readonly #taken = new Set<PdfWord>();
  /** Notes that stood inside a text; they are taken out of it. */
  readonly notes: PdfTag[] = [];
  /** Letters handed out, and those of them that something says what they are. */
  letters = 0;
  meaningfulLetters = 0;

  constructor(page: PdfPage) {
    for (const word of page.words) {
      if (word.mcid < 0) continue;
      const known = this.#words.get(word.mcid);
      if (known === undefined) this.#words.set(word.mcid, [word]);
      else known.push(word);
    }
  }

  isTaken(word: PdfWord): boolean {
    return this.#taken.has(word);
  }

  /** Words of one marked content. */
  take(mcid: number, isUnderstood: boolean): PdfWord[] {
    const words = this.#words.get(mcid);
    if (words === undefined) return [];
    this.#words.delete(mcid);
    for (const word of words) {
      this.#taken.add(word);
      const letters = countLetters(word.text);
      this.letters += letters;
      if (isUnderstood) this.meaningfulLetters += letters;
    }
    return words;
  }

  /** All words below a tag in its order, with the text that stands for them where the file gives one. */
  below(tag: PdfTag, isUnderstood: boolean): PdfWord[] {
    const words: PdfWord[] = [];
    const isKnown = isUnderstood || isMeaningful(tag.type);
    for (const child of tag.children) {
      if (typeof child === 'number') append(words, this.take(child, isKnown));
      else if (NOTES.has(child.type)) this.notes.push(child);
      else append(words, this.below(child, isKnown));
    }
    return tag.actualText === '' ? words : replaceText(words, tag.actualText);
  }
}

function append(words: PdfWord[], more: readonly PdfWord[]): void {
  for (const word of more) words.push(word);
}

/** A replacement is for a letter that was drawn, or a word that was divided: one with much less text than it stands for is none. */
function losesText(words: readonly PdfWord[], text: string): boolean {
  const letters = words.reduce((sum, word) => sum + countLetters(word.text), 0);
  return letters > FEW_LETTERS && countLetters(text) < letters * LEAST_KEPT;
}

/** The replacement in the place and style of the first word. */
function replaceText(words: PdfWord[], text: string): PdfWord[] {
  const [first] = words;
  if (first === undefined || text.length > 2_000 || losesText(words, text)) return words;
  const parts = text.replaceAll('\u00ad', '').trim().split(/\s+/u);
  return parts
    .filter((part) => part !== '')
    .map((part, index) => ({ ...first, text: part, hasSpaceBefore: index > 0 || first.hasSpaceBefore }));
}
