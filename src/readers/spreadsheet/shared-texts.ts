import { countCharacters, PLAIN, textTraits } from './text-traits.ts';
import type { Utf8Writer } from './utf8-writer.ts';

const FIRST_CAPACITY = 256;

/** Texts that cells of all sheets refer to by their number, and where they stand among the texts of the cells. */
export class SharedTexts {
  count = 0;
  /** A blank one ends where it starts. */
  start = new Int32Array(FIRST_CAPACITY);
  end = new Int32Array(FIRST_CAPACITY);
  traits = new Uint8Array(FIRST_CAPACITY);
  /** Length of each in UTF-16 characters. */
  characters = new Int32Array(FIRST_CAPACITY);

  /** Adds what `texts` ends with from `start` on. */
  add(texts: Utf8Writer, start: number): void {
    const index = this.count++;
    if (index === this.start.length) this.#grow();
    const traits = textTraits(texts.bytes, start, texts.length);
    const isBlank = (traits & PLAIN) === 0 && texts.toText(start).trim() === '';
    this.start[index] = start;
    this.end[index] = isBlank ? start : texts.length;
    this.traits[index] = traits;
    this.characters[index] = countCharacters(texts.bytes, start, texts.length);
  }

  addText(texts: Utf8Writer, text: string): void {
    const start = texts.length;
    texts.text(text);
    this.add(texts, start);
  }

  #grow(): void {
    this.start = doubled(this.start);
    this.end = doubled(this.end);
    this.characters = doubled(this.characters);
    const { traits } = this;
    this.traits = new Uint8Array(traits.length * 2);
    this.traits.set(traits);
  }
}

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
