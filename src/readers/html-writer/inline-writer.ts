import { escapeAttribute, escapeText } from '../markup.ts';
import type { OutputBudget } from './output-budget.ts';

/** How a run of text looks, as far as it means something. */
export interface RunStyle {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isCode: boolean;
  script: 'sup' | 'sub' | undefined;
  /** Address of the link that the run is part of. */
  href: string | undefined;
}

export const PLAIN: RunStyle = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  script: undefined,
  href: undefined,
};

const BLANK = /^\s*$/;
/** Characters that no page may hold (XML 1.0, section 2.2). */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes runs of text as nested elements; runs that look alike share theirs. */
export class InlineWriter {
  readonly #budget: OutputBudget;
  #html = '';
  /** Start tags that are open, the outermost first. */
  #open: string[] = [];
  #isEmpty = true;
  #letters = 0;
  #codeLetters = 0;

  constructor(budget: OutputBudget) {
    this.#budget = budget;
  }

  /** True while nothing is written but white space. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Characters of text, without the white space at the ends of runs. */
  get letters(): number {
    return this.#letters;
  }

  /** True when there is text, and all of it is code. */
  get isAllCode(): boolean {
    return this.#letters > 0 && this.#letters === this.#codeLetters;
  }

  text(text: string, style: RunStyle): void {
    if (text === '' || !this.#budget.take(text.length)) return;
    const isBlank = BLANK.test(text);
    // White space looks the same in bold, and must not part two bold runs.
    if (!isBlank || this.#linkOf(style) !== this.#openLink()) this.#match(style);
    if (!isBlank) {
      this.#isEmpty = false;
      const letters = text.trim().length;
      this.#letters += letters;
      if (style.isCode) this.#codeLetters += letters;
    }
    this.#html += escapeText(text.replace(CONTROL, '').toWellFormed());
  }

  /** An element without text of its own, such as an image. */
  atom(html: string, style: RunStyle): void {
    if (!this.#budget.take(html.length)) return;
    const { isStruck, script, href } = style;
    this.#match({ ...PLAIN, isStruck, script, href });
    this.#isEmpty = false;
    this.#html += html;
  }

  /** A break inside the paragraph; alone it makes no paragraph. */
  lineBreak(): void {
    if (this.#budget.take(4)) this.#html += '<br>';
  }

  /** What has been written, empty when it is nothing but white space; begins anew. Code keeps its indentation. */
  finish(isCode = false): string {
    let html = this.#html.trimEnd();
    while (html.endsWith('<br>')) html = html.slice(0, -4).trimEnd();
    this.#html = html;
    this.#closeTo(0);
    html = this.#isEmpty ? '' : this.#html;
    html = isCode ? html.replaceAll(/<\/?code>/g, '') : html.replace(/^(?:\s|<br>)+/, '');
    this.#html = '';
    this.#isEmpty = true;
    this.#letters = 0;
    this.#codeLetters = 0;
    return html;
  }

  #linkOf({ href }: RunStyle): string | undefined {
    return href === undefined ? undefined : `<a href="${escapeAttribute(href)}">`;
  }

  #openLink(): string | undefined {
    return this.#open[0]?.startsWith('<a') === true ? this.#open[0] : undefined;
  }

  #match(style: RunStyle): void {
    const wanted: string[] = [];
    const link = this.#linkOf(style);
    if (link !== undefined) wanted.push(link);
    if (style.isBold) wanted.push('<strong>');
    if (style.isItalic) wanted.push('<em>');
    if (style.isStruck) wanted.push('<s>');
    if (style.script !== undefined) wanted.push(`<${style.script}>`);
    if (style.isCode) wanted.push('<code>');
    let shared = 0;
    while (shared < wanted.length && wanted[shared] === this.#open[shared]) shared++;
    this.#closeTo(shared);
    for (const tag of wanted.slice(shared)) {
      this.#html += tag;
      this.#open.push(tag);
    }
  }

  #closeTo(count: number): void {
    while (this.#open.length > count) {
      const name = /^<(\w+)/.exec(this.#open.pop() as string)?.[1];
      this.#html += `</${name}>`;
    }
  }
}
