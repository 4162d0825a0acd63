const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/** Where the first frame of a GIF begins; undefined when it has none. Throws a RangeError at the end of the file. */
export function findGifFrame(view: DataView): number | undefined {
  // GIF89a, section 18: a header of 13 bytes and the table of colours.
  let at = 13 + bytesOfColours(view.getUint8(10));
  while (view.getUint8(at) === EXTENSION) at = skipBlocks(view, at + 2);
  return view.getUint8(at) === FRAME ? at : undefined;
}

/** The file without the frames after the first: decoders unpack them all, and there may be thousands. */
export function withFirstFrame(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const frame = findGifFrame(view);
    if (frame === undefined) return bytes;
    // Section 20: the frame's place and flags, its table of colours, and the size of its codes before the data.
    const end = skipBlocks(view, frame + 11 + bytesOfColours(view.getUint8(frame + 9)));
    return Buffer.concat([bytes.subarray(0, end), Buffer.of(TRAILER)]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return bytes;
  }
}

/** Size of the table of colours that follows, by the flags before it. */
function bytesOfColours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Past blocks that begin with their length, up to the empty one. */
function skipBlocks(view: DataView, start: number): number {
  let at = start;
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}
