import { isUtf8 } from 'node:buffer';
import { changeOf } from './character-words.ts';
import { CodePages } from '../office/code-pages.ts';
import { SKIPPED, type Destination } from './destination.ts';
import { destinationOf } from './destinations.ts';
import type { RtfDocument } from './rtf-document.ts';
import { HtmlCollector } from './html-collector.ts';
import { RtfTokenizer } from './rtf-tokenizer.ts';
import type { RtfState } from './rtf-state.ts';
import { SPECIAL_CHARACTERS } from './special-characters.ts';

const ANSI = 1252;
const UTF8 = 65_001;
const FIRST_DOUBLE_BYTE = 932;
const LAST_DOUBLE_BYTE = 1361;
/** Groups of a style sheet that `\*` is written before; they are known all the same. */
const STARRED_STYLES = new Set(['cs', 'ds', 'ts']);
const CODE_PAGE_WORDS: Readonly<Record<string, number>> = { ansi: ANSI, mac: 10_000, pc: 437, pca: 850 };

/** Walks over the tokens of a file and keeps what holds in each group; no recursion, however deep they nest. */
export class RtfParser {
  readonly #tokens: RtfTokenizer;
  readonly #document: RtfDocument;
  readonly #codePages = new CodePages();
  readonly #outer: RtfState[] = [];
  #state: RtfState;
  #codePage = ANSI;
  #hasCodePage = false;
  /** Bytes and text that are not handed over yet: characters may consist of several of them. */
  #bytes: number[] = [];
  #text = '';
  /** Characters still to be left out, since they stand for one that was read in Unicode. */
  #fallback = 0;
  #isStarred = false;
  /** Nothing but the star has been in the group yet. */
  #isGroupStart = false;

  constructor(bytes: Buffer, start: number, document: RtfDocument) {
    this.#tokens = new RtfTokenizer(bytes, start);
    this.#document = document;
    this.#state = document.startState();
  }

  /** Reads to the end, or to the end of the outermost group; returns whether that was there. */
  run(): boolean {
    const tokens = this.#tokens;
    for (;;) {
      switch (tokens.next()) {
        case 'open':
          this.#open();
          break;
        case 'close':
          // One end too many is passed over; a file ends where its outermost group does.
          if (this.#close()) return true;
          break;
        case 'hex':
          this.#hex(tokens.parameter!);
          break;
        case 'text':
          this.#plainText();
          break;
        case 'word':
          this.#word(tokens.name, tokens.parameter);
          break;
        case 'end':
          this.#flush();
          while (!this.#close());
          return false;
        default:
      }
    }
  }

  #open(): void {
    this.#flush();
    this.#fallback = 0;
    this.#isStarred = false;
    this.#isGroupStart = true;
    this.#outer.push(this.#state);
    this.#state.destination.open?.();
  }

  #close(): boolean {
    this.#flush();
    this.#fallback = 0;
    this.#isStarred = false;
    const outer = this.#outer.pop();
    if (outer === undefined) return true;
    const { destination } = this.#state;
    if (destination !== outer.destination) destination.end?.();
    this.#enter(outer);
    return this.#outer.length === 0;
  }

  #enter(state: RtfState): void {
    this.#state = state;
    this.#document.state = state;
  }

  #hex(byte: number): void {
    if (this.#fallback > 0) this.#fallback--;
    else if (isTextual(this.#state.destination)) this.#bytes.push(byte);
  }

  #plainText(): void {
    const { bytes, end } = this.#tokens;
    let { start } = this.#tokens;
    const skipped = Math.min(this.#fallback, end - start);
    this.#fallback -= skipped;
    start += skipped;
    if (start === end) return;
    const { destination } = this.#state;
    const part = bytes.subarray(start, end);
    if (destination.bytes !== undefined) destination.bytes(part);
    else if (!isTextual(destination)) return;
    else if (this.#bytes.length > 0) for (const byte of part) this.#bytes.push(byte);
    else this.#text += this.#decode(part);
  }

  #decode(bytes: Buffer): string {
    if (isAscii(bytes)) return bytes.toString('latin1');
    const font = this.#document.fontOf(this.#state);
    const { isBody } = this.#state.destination;
    if (isBody === true && font?.isSymbol === true) return bytes.toString('latin1');
    const codePage = (isBody === true ? font?.codePage : undefined) ?? this.#codePage;
    const isDoubleByte = codePage >= FIRST_DOUBLE_BYTE && codePage <= LAST_DOUBLE_BYTE && codePage < 1250;
    // Programs that write UTF-8 as it is do not say so; no text in a code page looks like it by chance.
    if (!isDoubleByte && !this.#hasCodePage && isUtf8(bytes)) return this.#codePages.decode(bytes, UTF8);
    return this.#codePages.decode(bytes, codePage);
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    this.#text += this.#decode(Buffer.from(this.#bytes));
    this.#bytes = [];
  }

  #flush(): void {
    this.#flushBytes();
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    const { destination } = this.#state;
    if (destination.isBody === true) this.#document.write(text, this.#state);
    else destination.text?.(text);
  }

  #word(name: string, parameter: number | undefined): void {
    if (name === 'bin') {
      this.#binary();
      return;
    }
    if (this.#fallback > 0) {
      this.#fallback--;
      return;
    }
    if (name === 'u') {
      this.#unicode(parameter ?? 0);
      return;
    }
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    const isGroupStart = this.#isGroupStart;
    this.#isGroupStart = name === '*';
    if (this.#state.destination === SKIPPED) return;
    const character = Object.hasOwn(SPECIAL_CHARACTERS, name) ? SPECIAL_CHARACTERS[name] : undefined;
    if (character !== undefined) {
      this.#flushBytes();
      if (isTextual(this.#state.destination)) this.#text += character;
      return;
    }
    // The halves of a pair may have different fallbacks.
    if (name === 'uc') {
      this.#format(name, parameter);
      return;
    }
    this.#flush();
    if (name === '*') this.#isStarred = true;
    else if (isGroupStart && this.#startChild(name)) return;
    else if (!this.#start(name, isStarred)) this.#format(name, parameter);
  }

  #binary(): void {
    const { bytes, start, end } = this.#tokens;
    if (this.#fallback > 0) this.#fallback--;
    else this.#state.destination.binary?.(bytes.subarray(start, end));
  }

  #unicode(code: number): void {
    this.#flushBytes();
    // Numbers are signed; surrogates come one after the other.
    if (isTextual(this.#state.destination) && code !== 0) {
      const unsigned = code < 0 ? code + 0x1_0000 : code;
      if (unsigned > 0 && unsigned <= 0x10_ffff) this.#text += fromCode(unsigned);
    }
    this.#fallback = this.#state.fallbackLength;
  }

  #startChild(name: string): boolean {
    const destination = this.#state.destination.child?.(name);
    if (destination === undefined) return false;
    this.#change({ destination });
    return true;
  }

  /** True when the word starts a destination. */
  #start(name: string, isStarred: boolean): boolean {
    const start = destinationOf(name);
    if (start === undefined) {
      if (!isStarred || STARRED_STYLES.has(name)) return false;
      this.#change({ destination: SKIPPED });
      return true;
    }
    const change = start(this.#document, this.#state);
    if (change === undefined) return false;
    this.#change(change);
    return true;
  }

  #change(change: Partial<RtfState>): void {
    this.#enter({ ...this.#state, ...change });
  }

  #format(name: string, parameter: number | undefined): void {
    const { destination } = this.#state;
    if (name === 'uc' || destination.isBody === true) {
      const change = changeOf(this.#state, name, parameter);
      if (change !== undefined) {
        if (name === 'pard') this.#document.oldNumbering = undefined;
        this.#change(change);
        return;
      }
    }
    if (destination.isBody !== true) destination.word?.(name, parameter);
    else if (!this.#fileWord(name, parameter)) this.#bodyWord(name, parameter);
  }

  /** Words of the head of a file. */
  #fileWord(name: string, parameter: number | undefined): boolean {
    if (name === 'ansicpg') {
      if (parameter !== undefined && parameter > 0) {
        this.#codePage = parameter;
        this.#hasCodePage = parameter !== ANSI;
      }
    } else if (name === 'fromhtml') this.#document.mail = parameter === 1 ? new HtmlCollector() : undefined;
    else if (name === 'deff') this.#document.defaultFont = parameter ?? 0;
    else if (name === 'deflang') this.#document.info.language = parameter ?? 0;
    else if (Object.hasOwn(CODE_PAGE_WORDS, name)) this.#codePage = CODE_PAGE_WORDS[name]!;
    else return false;
    return true;
  }

  #bodyWord(name: string, parameter: number | undefined): void {
    const document = this.#document;
    const state = this.#state;
    document.mail?.word(name, state);
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
      case 'column':
      case '\n':
      case '\r':
        document.endParagraph(state);
        break;
      case 'line':
      case 'lbr':
      case 'softline':
        if (!state.isHidden && !state.isDeleted) state.flow.runs.addBreak(state.href);
        break;
      default:
        document.tableWord(name, parameter, state);
    }
  }
}

/** Halves of a pair meet again in the text. */
function fromCode(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte >= 0x80) return false;
  return true;
}

function isTextual(destination: Destination): boolean {
  return destination.isBody === true || destination.text !== undefined;
}
