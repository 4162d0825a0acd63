import type { ByteView } from '../../cfb/byte-view.ts';

const HAS_MONIKER = 0x01;
const HAS_LOCATION = 0x08;
const HAS_DISPLAY_NAME = 0x10;
const HAS_FRAME_NAME = 0x80;
const IS_MONIKER_TEXT = 0x100;
/** Class id of a moniker for URLs ([MS-OSHARED] 2.3.7.2), as its bytes stand. */
const URL_MONIKER = 'e0c9ea79f9bace118c8200aa004ba90b';

/**
 * Address in the object behind the range of an HLINK record ([MS-OSHARED] 2.3.7.1), with the place in the page that it
 * names; undefined for files and places in the workbook.
 */
export function linkTarget(content: ByteView): string | undefined {
  const flags = content.u32(28);
  let at = 32;
  if ((flags & HAS_DISPLAY_NAME) !== 0) at = endOfText(content, at);
  if ((flags & HAS_FRAME_NAME) !== 0) at = endOfText(content, at);
  if ((flags & HAS_MONIKER) === 0) return undefined;
  const moniker = monikerAt(content, at, (flags & IS_MONIKER_TEXT) !== 0);
  if (moniker === undefined) return undefined;
  const location = (flags & HAS_LOCATION) === 0 ? '' : textAt(content, moniker.end);
  return location === '' ? moniker.address : `${moniker.address}#${location}`;
}

function monikerAt(
  content: ByteView,
  at: number,
  isText: boolean,
): { address: string; end: number } | undefined {
  if (isText) return { address: textAt(content, at), end: endOfText(content, at) };
  if (Buffer.from(content.part(at, 16).bytes).toString('hex') !== URL_MONIKER) return undefined;
  const size = content.u32(at + 16);
  return { address: textBefore(content.utf16(at + 20, size >>> 1)), end: at + 20 + size };
}

/** A text whose characters are counted before it. */
function textAt(content: ByteView, at: number): string {
  return textBefore(content.utf16(at + 4, content.u32(at)));
}

function endOfText(content: ByteView, at: number): number {
  return at + 4 + content.u32(at) * 2;
}

/** Texts end with a zero, behind which there may be something else. */
function textBefore(text: string): string {
  return text.split('\0', 1)[0]!;
}
