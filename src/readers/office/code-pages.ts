import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Upper halves of the code pages of DOS that the decoder does not know. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';
const UPPER_HALVES: ReadonlyMap<number, string> = new Map([
  [437, CP437],
  [850, CP850],
  [852, CP852],
  [858, CP850.replace('ı', '€')],
]);

/** Code pages of Windows, by the names that decoders know them by. */
const LABELS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10_000: 'macintosh',
  10_001: 'shift_jis',
  10_002: 'big5',
  10_003: 'euc-kr',
  10_007: 'x-mac-cyrillic',
  10_008: 'gbk',
  20_866: 'koi8-r',
  21_866: 'koi8-u',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_597: 'iso-8859-7',
  50_220: 'iso-2022-jp',
  51_932: 'euc-jp',
  54_936: 'gb18030',
  65_001: 'utf-8',
};

/** Code page of each character set of a font (RTF 1.9.1, "Font Table", `\fcharset`; LOGFONT's lfCharSet). */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10_000,
  78: 10_001,
  79: 10_003,
  80: 10_008,
  81: 10_002,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

export function codePageOfCharset(charset: number): number | undefined {
  return CHARSETS[charset];
}

/** Label of the decoder for a code page; undefined where there is none. */
export function encodingOfCodePage(codePage: number): string | undefined {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return LABELS[codePage];
}

/** The tables of East Asian code pages lie in a file: it is read now, while it may be. */
export function prepareCodePages(): void {
  // The smallest of them: each is made on first use, of the same file.
  new TextDecoder('shift_jis').decode(Uint8Array.of(0x88, 0x9f));
}

/** Text of bytes in a code page; code pages that are not known are read as 1252. */
export class CodePages {
  readonly #decoders = new Map<number, InstanceType<typeof TextDecoder>>();

  decode(bytes: Uint8Array, codePage: number): string {
    const upper = UPPER_HALVES.get(codePage);
    if (upper !== undefined) {
      let text = '';
      for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80];
      return text;
    }
    return this.#decoder(codePage).decode(bytes);
  }

  #decoder(codePage: number): InstanceType<typeof TextDecoder> {
    let decoder = this.#decoders.get(codePage);
    if (decoder === undefined) {
      decoder = new TextDecoder(encodingOfCodePage(codePage) ?? 'windows-1252');
      this.#decoders.set(codePage, decoder);
    }
    return decoder;
  }
}
