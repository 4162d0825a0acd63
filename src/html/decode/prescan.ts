import { encodingOfLabel } from './labels.ts';

const SPACE = /[\t\n\f\r ]/;

/**
 * The encoding that the first `limit` bytes of a page declare in a `meta` element or an XML declaration, or undefined
 * (WHATWG HTML 13.2.3.2 "prescan a byte stream to determine its encoding").
 */
export function prescan(bytes: Uint8Array, limit: number): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(limit, bytes.length)).toString('latin1');
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  return new Prescan(head.toLowerCase()).run() ?? xmlEncoding(head);
}

/**
 * Gives the encoding that a declared one means: a declaration that can be read is ASCII compatible, so two encodings
 * mean another one.
 */
function declarable(encoding: string | undefined): string | undefined {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

function xmlEncoding(head: string): string | undefined {
  const match = /^<\?xml[^>]*?\bencoding[\0-\x20]*=[\0-\x20]*(?:"([^">]*)"|'([^'>]*)')/.exec(head);
  const label = match?.[1] ?? match?.[2];
  return label === undefined ? undefined : declarable(encodingOfLabel(label));
}

/** One walk over the start of a page, in lower case. */
class Prescan {
  readonly #head: string;
  #at = 0;

  constructor(head: string) {
    this.#head = head;
  }

  run(): string | undefined {
    for (this.#find('<'); this.#at < this.#head.length; this.#find('<')) {
      if (this.#startsWith('<!--')) {
        this.#at += 2;
        this.#skipPast('-->');
      } else if (/^<meta[\t\n\f\r /]/.test(this.#head.slice(this.#at, this.#at + 6))) {
        this.#at += 5;
        const encoding = this.#meta();
        if (encoding !== undefined) return encoding;
      } else if (/^<\/?[a-z]/.test(this.#head.slice(this.#at, this.#at + 3))) {
        this.#skipTag();
      } else if (/^<[!/?]/.test(this.#head.slice(this.#at, this.#at + 2))) {
        this.#skipPast('>');
      } else {
        this.#at++;
      }
    }
    return undefined;
  }

  #meta(): string | undefined {
    const attributes = new Map<string, string>();
    for (let pair = this.#attribute(); pair !== undefined; pair = this.#attribute()) {
      if (!attributes.has(pair[0])) attributes.set(pair[0], pair[1]);
    }
    // A label that the end of the bytes has cut may be the beginning of another.
    if (this.#at >= this.#head.length) return undefined;
    const charset = attributes.get('charset');
    if (charset !== undefined) return declarable(encodingOfLabel(charset));
    if (attributes.get('http-equiv') !== 'content-type') return undefined;
    const label = charsetOfContent(attributes.get('content') ?? '');
    return label === undefined ? undefined : declarable(encodingOfLabel(label));
  }

  #skipTag(): void {
    while (this.#at < this.#head.length && !/[\t\n\f\r >]/.test(this.#head[this.#at]!)) this.#at++;
    while (this.#attribute() !== undefined);
  }

  /** "Get an attribute"; undefined at the end of the tag. */
  #attribute(): [name: string, value: string] | undefined {
    const head = this.#head;
    while (this.#at < head.length && /[\t\n\f\r /]/.test(head[this.#at]!)) this.#at++;
    if (this.#at >= head.length || head[this.#at] === '>') return undefined;
    const start = this.#at++;
    while (this.#at < head.length && !/[\t\n\f\r =/>]/.test(head[this.#at]!)) this.#at++;
    const name = head.slice(start, this.#at);
    this.#skipSpace();
    if (head[this.#at] !== '=') return [name, ''];
    this.#at++;
    this.#skipSpace();
    return [name, this.#value()];
  }

  #value(): string {
    const head = this.#head;
    const quote = head[this.#at];
    if (quote === '"' || quote === "'") {
      const start = ++this.#at;
      this.#skipPast(quote);
      return head.slice(start, this.#at - 1);
    }
    const start = this.#at;
    while (this.#at < head.length && !/[\t\n\f\r >]/.test(head[this.#at]!)) this.#at++;
    return head.slice(start, this.#at);
  }

  #startsWith(text: string): boolean {
    return this.#head.startsWith(text, this.#at);
  }

  #skipSpace(): void {
    while (this.#at < this.#head.length && SPACE.test(this.#head[this.#at]!)) this.#at++;
  }

  #find(text: string): void {
    const found = this.#head.indexOf(text, this.#at);
    this.#at = found === -1 ? this.#head.length : found;
  }

  #skipPast(text: string): void {
    this.#find(text);
    this.#at = Math.min(this.#head.length, this.#at + text.length);
  }
}

/** "Extracting a character encoding from a meta element" (WHATWG HTML 4.2.5.4), for a value in lower case. */
function charsetOfContent(content: string): string | undefined {
  const match =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/.exec(content);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}
