/** Encodings of fonts' character sets in Windows (LOGFONT's lfCharSet). */
const BY_CHARACTER_SET: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [130, 'euc-kr'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);

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
const BY_CODE_PAGE: ReadonlyMap<number, string> = new Map([
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [65_001, 'utf-8'],
]);

/** Encoding for a font's character set; undefined for Western, symbol and default ones. */
export function encodingOfCharacterSet(characterSet: number): string | undefined {
  return BY_CHARACTER_SET.get(characterSet);
}

/** Encoding that Windows uses for a language, given as an LCID. */
export function encodingOfLanguage(lid: number): string {
  if ((lid & 0x3ff) === CHINESE) return SIMPLIFIED.has(lid) ? 'gbk' : 'big5';
  if ((lid & 0x3ff) === 0x1a) return SERBIAN_CYRILLIC.has(lid) ? 'windows-1251' : 'windows-1250';
  return BY_LANGUAGE.get(lid & 0x3ff) ?? 'windows-1252';
}

/** Encoding for a Windows code page; undefined for one that is not known. */
export function encodingOfCodePage(codePage: number): string | undefined {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return BY_CODE_PAGE.get(codePage);
}

/** Decodes a string whose units are bytes. */
export function decodeByteString(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}
