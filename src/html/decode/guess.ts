import { TextDecoder } from '@exodus/bytes/encoding.js';
/** Bytes looked at, around the first that are not ASCII. */
const SAMPLE_BYTES = 16_384;
/** Characters outside ASCII below which a page gives no evidence. */
const MIN_EVIDENCE = 24;

/** An encoding that pages use without saying so, and what its text looks like. */
interface Candidate {
  readonly encoding: string;
  /**
   * The runs that count as text. Letters do in runs of three only: accented Latin letters, which decode to anything,
   * stand alone.
   */
  readonly run: RegExp;
  /** The characters that make up most of any text in the language. */
  readonly common: ReadonlySet<string>;
  /** Share of all characters outside ASCII that are common: real text lies well above, anything else well below. */
  readonly threshold: number;
}

const KANA = /[\u3041-\u30ff\u3001\u3002]+/g;
const HAN = /[\u4e00-\u9fff\u3001\u3002\uff0c]+/g;
const HANGUL = /[\uac00-\ud7a3]+/g;
const CYRILLIC = /[\u0400-\u04ff]{3,}/g;

const JAPANESE = characters('\u3041', '\u30fc', '、。');
const SIMPLIFIED = new Set(
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可公司新文，。、',
);
const TRADITIONAL = new Set(
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可公司新文，。、',
);
const KOREAN = new Set('이다는의을에가고를한은하기로지사도서인어대있그리자시정과나수일해것들');
const RUSSIAN = new Set('оеаинтсрвліОЕАИНТСРВЛІ');

const CANDIDATES: readonly Candidate[] = [
  { encoding: 'shift_jis', run: KANA, common: JAPANESE, threshold: 0.3 },
  { encoding: 'euc-jp', run: KANA, common: JAPANESE, threshold: 0.3 },
  { encoding: 'gb18030', run: HAN, common: SIMPLIFIED, threshold: 0.1 },
  { encoding: 'big5', run: HAN, common: TRADITIONAL, threshold: 0.1 },
  { encoding: 'euc-kr', run: HANGUL, common: KOREAN, threshold: 0.2 },
  { encoding: 'windows-1251', run: CYRILLIC, common: RUSSIAN, threshold: 0.45 },
  { encoding: 'koi8-r', run: CYRILLIC, common: RUSSIAN, threshold: 0.45 },
  {
    encoding: 'windows-1253',
    run: /[\u0370-\u03ff]{3,}/g,
    common: new Set('αιοετνσηρςίόά'),
    threshold: 0.45,
  },
  { encoding: 'windows-1255', run: /[\u05d0-\u05ea]{3,}/g, common: new Set('יוהלארתבמש'), threshold: 0.45 },
  { encoding: 'windows-1256', run: /[\u0620-\u06ff]{3,}/g, common: new Set('اليمونتربع'), threshold: 0.45 },
  {
    encoding: 'windows-874',
    run: /[\u0e00-\u0e7f]{3,}/g,
    common: new Set('านรกอเงยลวมทดสต่้ั'),
    threshold: 0.45,
  },
];

/**
 * The encoding of a page that declares none and is not UTF-8, told from how often the characters of a language come up;
 * undefined when nothing is clear, as with most western text.
 */
export function guessEncoding(bytes: Uint8Array): string | undefined {
  const sample = sampleOf(bytes);
  if (isMostlyUtf8(sample)) return 'utf-8';
  let best: string | undefined;
  let bestExcess = 1;
  for (const candidate of CANDIDATES) {
    const text = new TextDecoder(candidate.encoding).decode(sample);
    const excess = commonShare(text, candidate) / candidate.threshold;
    if (excess < bestExcess) continue;
    best = candidate.encoding;
    bestExcess = excess;
  }
  return best;
}

/** Whether 7-bit text switches to Japanese characters as ISO-2022-JP does; it is valid UTF-8 as well. */
export function isIso2022Jp(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true;
  }
  return false;
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return bytes.subarray(first, first + SAMPLE_BYTES);
}

/** A page with a few broken bytes, or cut in the middle of a character, is still UTF-8. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample);
  const outside = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken * 10 <= outside;
}

function commonShare(text: string, { run, common }: Candidate): number {
  const outside = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  if (outside < MIN_EVIDENCE) return 0;
  const broken = text.match(/[\uFFFD\u0080-\u009f\ue000-\uf8ff]/g)?.length ?? 0;
  if (broken * 50 > outside) return 0;
  let found = 0;
  for (const part of text.match(run) ?? []) for (const char of part) if (common.has(char)) found++;
  return found / outside;
}

/** All characters of a range, and some more. */
function characters(first: string, last: string, more: string): ReadonlySet<string> {
  const set = new Set(more);
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) set.add(String.fromCharCode(code));
  return set;
}
