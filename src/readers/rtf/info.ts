import type { DocumentProperties } from '../document.ts';
import { languageOf } from '../office/language-of-lcid.ts';
import type { Destination } from './destination.ts';
import { compactProperties } from '../compact-properties.ts';

const TEXTS: ReadonlySet<string> = new Set([
  'title',
  'subject',
  'author',
  'keywords',
  'doccomm',
  'comment',
  'generator',
]);
const TIMES: ReadonlySet<string> = new Set(['creatim', 'revtim']);
const MAX_LENGTH = 10_000;
const MAX_CUSTOM = 200;

/** The properties of a file (RTF 1.9.1, "Information Group"). */
export class RtfInfo {
  readonly #texts = new Map<string, string>();
  readonly #times = new Map<string, number[]>();
  readonly #custom = new Map<string, string>();
  #language: number | undefined;
  #customName = '';

  set language(code: number) {
    this.#language ??= code;
  }

  /** Destination of a text or time with this name; undefined for what is not of interest. */
  destination(name: string): Destination | undefined {
    if (TIMES.has(name)) {
      const parts = [0, 1, 1, 0, 0, 0];
      this.#times.set(name, parts);
      return { word: (word, value = 0) => setPart(parts, word, value) };
    }
    if (TEXTS.has(name)) return collect((text) => this.#texts.set(name, text));
    if (name === 'propname') return collect((text) => (this.#customName = text));
    if (name === 'staticval') {
      return collect((text) => {
        if (this.#customName !== '' && this.#custom.size < MAX_CUSTOM)
          this.#custom.set(this.#customName, text);
      });
    }
    return undefined;
  }

  properties(): DocumentProperties {
    const text = (name: string): string | undefined => this.#texts.get(name);
    const language = this.#language === undefined ? undefined : languageOf(this.#language);
    const found = {
      title: text('title'),
      author: text('author'),
      subject: text('subject'),
      keywords: text('keywords'),
      description: text('doccomm') ?? text('comment'),
      language,
      createdAt: timeOf(this.#times.get('creatim')),
      modifiedAt: timeOf(this.#times.get('revtim')),
      generator: text('generator')?.replace(/;$/, ''),
      custom: this.#custom.size > 0 ? Object.fromEntries(this.#custom) : undefined,
    };
    return compactProperties(found);
  }
}

function collect(onEnd: (text: string) => void): Destination {
  let text = '';
  return {
    text(more) {
      if (text.length < MAX_LENGTH) text += more;
    },
    end() {
      const trimmed = text.trim();
      if (trimmed !== '') onEnd(trimmed);
    },
  };
}

function setPart(parts: number[], word: string, value: number): void {
  const index = ['yr', 'mo', 'dy', 'hr', 'min', 'sec'].indexOf(word);
  if (index !== -1) parts[index] = value;
}

/** The time of the author's clock: a file does not say where that was. */
function timeOf(parts: number[] | undefined): string | undefined {
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const isDate = isWithin(year, 1900, 9999) && isWithin(month, 1, 12) && isWithin(day, 1, 31);
  if (!isDate || !isWithin(hour, 0, 23) || !isWithin(minute, 0, 59) || !isWithin(second, 0, 59))
    return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
