import { REFERENCE_START, signBlobReferences, type SignBlob } from '../blob-reference.ts';
import { JsonText } from './json-text.ts';
import { createTimeSlices, type TimeSlices } from '../turns/time-slices.ts';

/** More than a reference has, with a character on each side. */
const REFERENCE_BYTES = 128;
const START = Buffer.from(REFERENCE_START);
const BACKSLASH = 0x5c;

/** `signBlobReferences` for a text in pieces; one without references stays as it is. */
export async function signJsonText(text: JsonText, sign: SignBlob): Promise<JsonText> {
  const slices = createTimeSlices();
  if (!(await hasReferences(text, slices))) return text;
  const signed: Buffer[] = [];
  let rest = Buffer.alloc(0);
  for (const [index, piece] of text.pieces.entries()) {
    if (slices.isOver()) await slices.rest();
    const bytes = Buffer.concat([rest, piece]);
    const end = index === text.pieces.length - 1 ? bytes.length : endOfWhole(bytes);
    const part = bytes.subarray(0, end);
    signed.push(part.includes(START) ? signPart(part, sign) : part);
    rest = bytes.subarray(end);
  }
  return new JsonText(signed);
}

async function hasReferences({ pieces }: JsonText, slices: TimeSlices): Promise<boolean> {
  let before = Buffer.alloc(0);
  for (const piece of pieces) {
    if (slices.isOver()) await slices.rest();
    const seam = Buffer.concat([before, piece.subarray(0, START.length)]);
    if (seam.includes(START) || asBuffer(piece).includes(START)) return true;
    before = Buffer.concat([before, piece.subarray(-START.length)]).subarray(-START.length);
  }
  return false;
}

/** Where the bytes can be cut: not within what may be a reference, nor between it and the backslash before it. */
function endOfWhole(bytes: Buffer): number {
  let end = Math.max(0, bytes.length - REFERENCE_BYTES);
  const start = bytes.subarray(Math.max(0, end - REFERENCE_BYTES), end + START.length - 1).lastIndexOf(START);
  if (start >= 0) end = Math.max(0, end - REFERENCE_BYTES) + start;
  return bytes[end - 1] === BACKSLASH ? end - 1 : end;
}

/** Byte by byte: a piece may end within a character. */
function signPart(part: Buffer, sign: SignBlob): Buffer {
  const bytesOf = (key: string): string => Buffer.from(sign(key)).toString('latin1');
  return Buffer.from(signBlobReferences(part.toString('latin1'), bytesOf), 'latin1');
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
