import type { ByteView } from '../../cfb/byte-view.ts';
import { isMonospacedFont } from '../../office/monospaced-fonts.ts';
import { encodingOfCharacterSet } from './code-page.ts';
import type { Fib } from '../fib.ts';

/** A font that the text may name by its number. */
export interface Font {
  name: string;
  /** Its letters are all of one width, and it is meant for code. */
  isMonospaced: boolean;
  /** Its characters are signs under the codes of letters. */
  isSymbol: boolean;
  /** Encoding of its 8-bit text, where the font tells. */
  encoding: string | undefined;
}

const EXTENDED = 0xff_ff;
const SYMBOL_SET = 2;

/** The table of fonts ([MS-DOC] 2.9.286, SttbfFfn). */
export function readFonts(table: ByteView, fib: Fib): Font[] {
  const bytes = table.part(fib.fonts.at, fib.fonts.length);
  const fonts: Font[] = [];
  // Word 97 begins with the number of fonts and the length of extra data, Word 6 with the length of the table.
  const isWord97 = fib.generation === 'word97';
  let at = isWord97 ? (bytes.u16(0) === EXTENDED ? 6 : 4) : 2;
  while (at < bytes.length) {
    const length = bytes.u8(at);
    const name = isWord97
      ? textUntilNull(bytes.utf16(at + 40, Math.max(length - 39, 0) / 2))
      : textUntilNull(Buffer.from(bytes.part(at + 6, Math.max(length - 5, 0)).bytes).toString('latin1'));
    fonts.push({
      name,
      isSymbol: bytes.u8(at + 4) === SYMBOL_SET,
      isMonospaced: isMonospacedFont(name),
      encoding: encodingOfCharacterSet(bytes.u8(at + 4)) ?? encodingOfName(name),
    });
    at += length + 1;
  }
  return fonts;
}

/** Windows 3.1 had fonts of other scripts under names of their own, such as `Arial Cyr`. */
function encodingOfName(name: string): string | undefined {
  if (/ cyr$/i.test(name)) return 'windows-1251';
  if (/ ce$/i.test(name)) return 'windows-1250';
  if (/ greek$/i.test(name)) return 'windows-1253';
  if (/ tur$/i.test(name)) return 'windows-1254';
  return undefined;
}

function textUntilNull(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}
