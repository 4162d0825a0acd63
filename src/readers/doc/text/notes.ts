import type { ByteView } from '../../cfb/byte-view.ts';
import { footnoteMark } from '../../html-writer/footnotes.ts';
import { escapeText } from '../../markup.ts';
import type { Fib } from '../fib.ts';
import { readPlc } from './plc.ts';

/** A footnote or endnote. */
export interface Note {
  /** Where its text is. */
  start: number;
  end: number;
  /** Its mark is a number that Word counts, not a character of the text. */
  isNumbered: boolean;
}

/** Footnotes and endnotes, by the position of their mark. They are counted as one row, as they are met. */
export class Notes {
  readonly #byMark: ReadonlyMap<number, Note>;
  readonly #met: Note[] = [];
  readonly #known = new Set<Note>();

  constructor(byMark: ReadonlyMap<number, Note>) {
    this.#byMark = byMark;
  }

  get isEmpty(): boolean {
    return this.#byMark.size === 0;
  }

  /** Those whose marks were met, in order. */
  get met(): readonly Note[] {
    return this.#met;
  }

  at(position: number): Note | undefined {
    return this.#byMark.get(position);
  }

  /** The mark of a note that is met for the first time; empty for another time. `label`: its own mark. */
  writeMark(note: Note, label: string): string {
    if (this.#known.has(note)) return '';
    this.#known.add(note);
    const number = this.#met.push(note);
    return footnoteMark(number, label === '' ? undefined : escapeText(label));
  }
}

/** Finds the notes and their texts ([MS-DOC] 2.8.10, 2.8.11, 2.8.12). */
export function readNotes(table: ByteView, fib: Fib): Notes {
  const notes = new Map<number, Note>();
  const { main, footnotes, headers, macros, annotations } = fib.lengths;
  const endnoteStart = main + footnotes + headers + macros + annotations;
  const kinds = [
    { references: fib.footnoteReferences, texts: fib.footnoteTexts, start: main, length: footnotes },
    {
      references: fib.endnoteReferences,
      texts: fib.endnoteTexts,
      start: endnoteStart,
      length: fib.lengths.endnotes,
    },
  ];
  for (const { references, texts, start, length } of kinds) {
    const marks = readPlc(table, references, 2);
    const { positions } = readPlc(table, texts, 0);
    marks.data.forEach((data, i) => {
      const from = Math.min(positions[i] ?? length, length);
      const to = Math.min(positions[i + 1] ?? length, length);
      if (from >= to) return;
      notes.set(marks.positions[i]!, { start: start + from, end: start + to, isNumbered: data.u16(0) !== 0 });
    });
  }
  return new Notes(notes);
}
