import { ByteView } from '../cfb/byte-view.ts';
import type { CompoundFile } from '../cfb/open-cfb.ts';
import { WORD2_SIGNATURE } from './fib.ts';

/** How the main stream begins: a signature and the version of the format ([MS-DOC] 2.5.1), from Word 2007 to 6. */
const BEGINNINGS = [0x112, 0x10c, 0x101, 0xd9, 0xc1, 0x68, 0x65].map((version) => [
  version < 0xc0 ? 0xdc : 0xec,
  0xa5,
  version & 0xff,
  version >> 8,
]);

/** The stream that begins with the FIB. */
interface MainStream {
  bytes: Uint8Array;
  /** It was found in a file whose directory is lost: it is only right as long as it lies in one stretch. */
  isGuessed: boolean;
}

/** Finds the main stream of a Word file; undefined when there is none. */
export function findMainStream(
  bytes: Uint8Array,
  container: CompoundFile | undefined,
): MainStream | undefined {
  const stream = container?.stream('WordDocument');
  if (stream !== undefined && stream.length > 0) return { bytes: stream, isGuessed: false };
  // Word 2 wrote no container.
  if (new ByteView(bytes).u16(0) === WORD2_SIGNATURE) return { bytes, isGuessed: false };
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const beginning of BEGINNINGS) {
    const at = whole.indexOf(Uint8Array.from(beginning));
    if (at !== -1) return { bytes: bytes.subarray(at), isGuessed: true };
  }
  return undefined;
}
