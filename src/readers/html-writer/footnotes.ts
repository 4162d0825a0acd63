/** Notes of a file in the order of their marks. */
export class Footnotes {
  readonly #notes: string[] = [];

  /** Starts a note; returns its number, from 1. */
  start(): number {
    return this.#notes.push('');
  }

  /** Markup of the mark in the text. */
  mark(number: number): string {
    return `<sup><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
  }

  fill(number: number, html: string): void {
    this.#notes[number - 1] = html;
  }

  /** The list for the end of the file; empty when there are none. */
  list(): string {
    if (this.#notes.length === 0) return '';
    const items = this.#notes.map((html, index) => `<li id="fn${index + 1}">${html}</li>`);
    return `\n<ol>\n${items.join('\n')}\n</ol>`;
  }
}
