/** Markup of a mark in the text, which leads to its note. `label` is a sign of its own, escaped. */
export function footnoteMark(number: number, label = String(number)): string {
  return `<sup><a href="#fn${number}" id="fnref${number}">${label}</a></sup>`;
}

/** The list of the notes, in the order of their numbers, each with a way back; for the end of the file. Empty for none. */
export function footnoteList(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  const items = notes.map(
    (html, index) => `<li id="fn${index + 1}">${html} <a href="#fnref${index + 1}">↩</a></li>`,
  );
  return `<ol>${items.join('')}</ol>`;
}

/** Notes of a file in the order of their marks. */
export class Footnotes {
  readonly #notes: string[] = [];

  /** Starts a note; returns its number, from 1. */
  start(): number {
    return this.#notes.push('');
  }

  fill(number: number, html: string): void {
    this.#notes[number - 1] = html;
  }

  /** The list for the end of the file; empty when there are none. */
  list(): string {
    return footnoteList(this.#notes);
  }
}
