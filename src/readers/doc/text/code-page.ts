import { TextDecoder } from '@exodus/bytes/encoding.js';
import { codePageOfCharset, encodingOfCodePage } from '../../office/code-pages.ts';

const WESTERN = 1252;

/** By the primary language, the low 10 bits of an LCID. */
const BY_LANGUAGE: ReadonlyMap<number, string> = new Map([
  [0x01, 'windows-1256'],
  [0x02, 'windows-1251'],
  [0x05, 'windows-1250'],
  [0x08, 'windows-1253'],
  [0x0d, 'windows-1255'],
  [0x0e, 'windows-1250'],
  [0x11, 'shift_jis'],
  [0x12, 'euc-kr'],
  [0x15, 'windows-1250'],
  [0x18, 'windows-1250'],
  [0x19, 'windows-1251'],
  [0x1b, 'windows-1250'],
  [0x1c, 'windows-1250'],
  [0x1e, 'windows-874'],
  [0x1f, 'windows-1254'],
  [0x20, 'windows-1256'],
  [0x22, 'windows-1251'],
  [0x23, 'windows-1251'],
  [0x24, 'windows-1250'],
  [0x25, 'windows-1257'],
  [0x26, 'windows-1257'],
  [0x27, 'windows-1257'],
  [0x29, 'windows-1256'],
  [0x2a, 'windows-1258'],
  [0x2f, 'windows-1251'],
  [0x3f, 'windows-1251'],
  [0x44, 'windows-1251'],
]);

const CHINESE = 0x04;
const SIMPLIFIED: ReadonlySet<number> = new Set([0x0804, 0x1004]);
/** Written in Latin letters although the language's other forms are Cyrillic: Croatian, Serbian (Latin), Bosnian. */
const SERBIAN_CYRILLIC: ReadonlySet<number> = new Set([0x0c1a, 0x1c1a]);

/** Encoding for a font's character set; undefined for Western, symbol and default ones. */
export function encodingOfCharacterSet(characterSet: number): string | undefined {
  const codePage = codePageOfCharset(characterSet);
  return codePage === undefined || codePage === WESTERN ? undefined : encodingOfCodePage(codePage);
}

/** Encoding that Windows uses for a language, given as an LCID. */
export function encodingOfLanguage(lid: number): string {
  if ((lid & 0x3ff) === CHINESE) return SIMPLIFIED.has(lid) ? 'gbk' : 'big5';
  if ((lid & 0x3ff) === 0x1a) return SERBIAN_CYRILLIC.has(lid) ? 'windows-1251' : 'windows-1250';
  return BY_LANGUAGE.get(lid & 0x3ff) ?? 'windows-1252';
}

/** Decodes a string whose units are bytes. */
export function decodeByteString(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}
