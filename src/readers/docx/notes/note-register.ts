import { footnoteMark } from '../../html-writer/footnotes.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

export type NoteKind = 'footnote' | 'endnote';

/** A note that the text refers to. */
export interface UsedNote {
  /** From 1, in the order in which the text refers to them. */
  number: number;
  kind: NoteKind;
  content: XmlElement;
}

/** The notes of a document: which there are, and which have been referred to. */
export class NoteRegister {
  readonly #contents = new Map<string, XmlElement>();
  readonly #used = new Map<string, UsedNote>();

  add(kind: NoteKind, id: string, content: XmlElement): void {
    this.#contents.set(`${kind}/${id}`, content);
  }

  /** Reference to a note as HTML; '' when there is no such note. Only the first reference to a note can be returned to. */
  refer(kind: NoteKind, id: string): string {
    const key = `${kind}/${id}`;
    const known = this.#used.get(key);
    if (known !== undefined) return `<sup><a href="#fn${known.number}">${known.number}</a></sup>`;
    const content = this.#contents.get(key);
    if (content === undefined) return '';
    const number = this.#used.size + 1;
    this.#used.set(key, { number, kind, content });
    return footnoteMark(number);
  }

  /** In the order of their numbers; grows while notes are read that refer to further ones. */
  used(): IterableIterator<UsedNote> {
    return this.#used.values();
  }
}
