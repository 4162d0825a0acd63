import type { DocumentProperties } from '../document.ts';
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

/** Common languages of Windows, by the number that `\deflang` has ([MS-LCID] section 2.2). */
const LANGUAGES: Readonly<Record<number, string>> = {
  1025: 'ar-SA',
  1026: 'bg-BG',
  1027: 'ca-ES',
  1028: 'zh-TW',
  1029: 'cs-CZ',
  1030: 'da-DK',
  1031: 'de-DE',
  1032: 'el-GR',
  1033: 'en-US',
  1034: 'es-ES',
  1035: 'fi-FI',
  1036: 'fr-FR',
  1037: 'he-IL',
  1038: 'hu-HU',
  1040: 'it-IT',
  1041: 'ja-JP',
  1042: 'ko-KR',
  1043: 'nl-NL',
  1044: 'nb-NO',
  1045: 'pl-PL',
  1046: 'pt-BR',
  1048: 'ro-RO',
  1049: 'ru-RU',
  1050: 'hr-HR',
  1051: 'sk-SK',
  1053: 'sv-SE',
  1055: 'tr-TR',
  1057: 'id-ID',
  1058: 'uk-UA',
  1060: 'sl-SI',
  1061: 'et-EE',
  1062: 'lv-LV',
  1063: 'lt-LT',
  1066: 'vi-VN',
  2052: 'zh-CN',
  2055: 'de-CH',
  2057: 'en-GB',
  2058: 'es-MX',
  2060: 'fr-BE',
  2064: 'it-CH',
  2067: 'nl-BE',
  2070: 'pt-PT',
  3079: 'de-AT',
  3081: 'en-AU',
  3082: 'es-ES',
  3084: 'fr-CA',
  4105: 'en-CA',
  4108: 'fr-CH',
};

/** What a file says of itself (RTF 1.9.1, "Information Group"). */
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
    const language = this.#language === undefined ? undefined : LANGUAGES[this.#language];
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
  if (year < 1900 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || Math.min(hour, minute, second) < 0) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
}
