import type { RtfState } from './rtf-state.ts';

/** HTML of a mail; more is no mail. */
const MAX_LENGTH = 50_000_000;

/**
 * Puts together the HTML that a mail program has written as RTF ([MS-OXRTFEX] section 2.1): its tags stand in
 * destinations of their own, its text is the text of the file, and what is only meant for readers of RTF stands between
 * `\htmlrtf` and `\htmlrtf0`.
 */
export class HtmlCollector {
  readonly #parts: string[] = [];
  #length = 0;

  get html(): string {
    return this.#parts.join('');
  }

  /** A piece of HTML as it is. */
  markup(html: string): void {
    if (this.#length + html.length > MAX_LENGTH) return;
    this.#length += html.length;
    this.#parts.push(html);
  }

  text(text: string, state: RtfState): void {
    if (!state.isForRtfOnly)
      this.markup(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  }

  /** Words that stand for characters of the HTML. */
  word(name: string, state: RtfState): void {
    if ((name === 'par' || name === 'line') && !state.isForRtfOnly) this.markup('\n');
  }
}
