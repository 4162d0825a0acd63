/** Words and signs that are markup in Markdown, at least in some place. */
const TEXTS = [
  'word',
  'two words',
  'snake_case',
  '_',
  '__init__',
  '*',
  '**',
  '2*3*4',
  '* star',
  '`',
  '``',
  'a`b',
  '[',
  ']',
  '[x]',
  '[x](y)',
  '](z)',
  '[x]: y',
  '[^1]',
  '!',
  '!important',
  '<',
  '<b>',
  '</p>',
  '<!--',
  '&',
  '&amp;',
  '&copy;',
  '&#65;',
  '\\',
  '\\*',
  'a\\b',
  '# no',
  '#',
  '##',
  '- no',
  '+ no',
  '-',
  '---',
  '===',
  '=',
  '1. no',
  '12) no',
  '1.',
  '> no',
  '>',
  '~',
  '~~',
  '~~~',
  '```',
  '|',
  'a | b',
  '|---|',
  '$5',
  '"quoted"',
  '(round)',
  '“curly”',
  'é',
  '漢字',
  '「強調」',
  'שלום',
  'w 😀 w',
  '…',
  '.',
  ',',
  ':',
  ';',
  '?',
  'x',
  'y',
  'end.',
  '"',
  '%',
  '^',
  '@',
  '{a}',
  ':-:',
];
const URLS = [
  'https://a.test/',
  'https://a.test/b c',
  'https://a.test/x_(y)',
  'https://a.test/)',
  'https://a.test/((',
  'https://a.test/?a=1&copy;=2',
  'https://a.test/a*b_c_d',
  '/relative',
  'https://a.test/|',
  'https://a.test/[x]',
  'https://a.test/"q"',
];
const CODES = [
  'x',
  '`',
  '``',
  '` a',
  'a|b',
  'a *b*',
  '<b>',
  '&amp;',
  '\\',
  'a\\',
  '[x](y)',
  '$x',
  '_',
  'a``b',
  '~~',
];
const LINES = [
  'let a = 1;',
  '',
  '```',
  '  indented',
  '````js',
  '> quote',
  '# hash',
  '~~~',
  '\tTab',
  'a | b',
  '<div>',
  '- x',
];

/** A page of nested blocks and inline markup, the same one for the same seed. It holds nothing hidden or left out. */
export function randomPage(seed: number): string {
  return new PageGenerator(seed).blocks(3);
}

class PageGenerator {
  /** Every image is another: one that a page shows twice is written once. */
  #images = 0;
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761;
  }

  blocks(depth: number): string {
    return this.#times(1, 4, () => this.#block(depth)).join(this.#pick(['', '\n', ' ']));
  }

  #block(depth: number): string {
    const kind = this.#below(depth > 0 ? 12 : 4);
    if (kind < 3) return `<p>${this.#inline(3)}</p>`;
    if (kind === 3) return this.#code();
    if (kind === 4)
      return `<h${1 + this.#below(6)}>${this.#inline(2, false)}</h1>`.replace(
        /^(<h\d)(.*)<\/h1>$/s,
        (_, open: string, rest: string) => `${open}${rest}</${open.slice(1)}>`,
      );
    if (kind < 8) return this.#list(depth - 1);
    if (kind === 8) return `<blockquote>${this.blocks(depth - 1)}</blockquote>`;
    if (kind === 9) return this.#table();
    if (kind === 10) return '<hr>';
    return `<div>${this.blocks(depth - 1)}</div>`;
  }

  #code(): string {
    const lines = this.#times(1, 5, () => this.#pick(LINES)).join('\n');
    return `<pre><code>x\n${escape(lines)}\ny</code></pre>`;
  }

  #list(depth: number): string {
    const name = this.#pick(['ul', 'ol']);
    const start = name === 'ol' && this.#below(3) === 0 ? ` start="${this.#below(30)}"` : '';
    const items = this.#times(1, 4, () => `<li>${this.#item(depth)}</li>`);
    return `<${name}${start}>${items.join('\n')}</${name}>`;
  }

  #item(depth: number): string {
    const text = this.#inline(2);
    if (depth <= 0) return text;
    const kind = this.#below(4);
    if (kind === 0) return text;
    if (kind === 1) return text + this.#list(depth - 1);
    return kind === 2 ? `<p>${text}</p>${this.blocks(depth - 1)}` : this.blocks(depth - 1);
  }

  #table(): string {
    const columns = 2 + this.#below(3);
    const row = (cell: string): string => {
      const cells = Array.from({ length: columns }, () => `<${cell}>${this.#inline(2)}</${cell}>`);
      return `<tr>${cells.join('')}</tr>`;
    };
    return `<table>${row('th')}${this.#times(1, 3, () => row('td')).join('')}</table>`;
  }

  /** Never empty, and ends in a word so that no paragraph vanishes. */
  #inline(depth: number, canBreak = true): string {
    const pieces = this.#times(1, 5, () => this.#phrase(depth, canBreak, true));
    return pieces.join(this.#pick(['', '', ' '])) + this.#pick(['w', ' w']);
  }

  #phrase(depth: number, canBreak: boolean, canLink: boolean): string {
    const kind = this.#below(depth > 0 ? 14 : 7);
    if (kind < 6) return this.#text();
    if (kind === 6) return canBreak && this.#below(3) === 0 ? `w<br>${this.#text()}` : this.#text();
    const inner = (link = canLink): string =>
      this.#space() +
      this.#times(1, 3, () => this.#phrase(depth - 1, canBreak, link)).join('') +
      this.#space();
    if (kind === 7) return `<code>${escape(this.#pick(CODES))}</code>`;
    if (kind === 8) return `<img alt="${escape(this.#pick(TEXTS))}" src="/i${this.#images++}.png">`;
    if (kind < 11 && canLink) return `<a href="${escape(this.#pick(URLS))}">${inner(false)}w</a>`;
    const tag = this.#pick(['b', 'strong', 'em', 'i', 'del', 'sub', 'sup', 'span']);
    return `<${tag}>${inner()}</${tag}>`;
  }

  #text(): string {
    return escape(this.#pick(TEXTS));
  }

  #space(): string {
    return this.#pick(['', '', ' ']);
  }

  #times<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.#below(most - least + 1) }, make);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  /** A whole number below `limit` (mulberry32). */
  #below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
