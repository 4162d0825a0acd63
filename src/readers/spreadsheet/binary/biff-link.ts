import type { ByteView } from '../../cfb/byte-view.ts';

const HAS_MONIKER = 0x01;
const HAS_DISPLAY_NAME = 0x10;
const HAS_FRAME_NAME = 0x80;
const IS_MONIKER_TEXT = 0x100;
/** Class id of a moniker for URLs ([MS-OSHARED] 2.3.7.2), as its bytes stand. */
const URL_MONIKER = 'e0c9ea79f9bace118c8200aa004ba90b';

/** Address in the object behind the range of an HLINK record ([MS-OSHARED] 2.3.7.1); undefined for files and places. */
export function linkTarget(content: ByteView): string | undefined {
  const flags = content.u32(28);
  let at = 32;
  const passText = (): void => {
    at += 4 + content.u32(at) * 2;
  };
  if ((flags & HAS_DISPLAY_NAME) !== 0) passText();
  if ((flags & HAS_FRAME_NAME) !== 0) passText();
  if ((flags & HAS_MONIKER) === 0) return undefined;
  if ((flags & IS_MONIKER_TEXT) !== 0) return textBefore(content.utf16(at + 4, content.u32(at)));
  if (Buffer.from(content.part(at, 16).bytes).toString('hex') !== URL_MONIKER) return undefined;
  return textBefore(content.utf16(at + 20, content.u32(at + 16) >>> 1));
}

/** Texts end with a zero, behind which there may be something else. */
function textBefore(text: string): string {
  return text.split('\0', 1)[0]!;
}
