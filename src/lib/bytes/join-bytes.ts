import { createTimeSlices } from '../turns/time-slices.ts';

/** Up to here bytes are copied on the spot. */
const AT_ONCE_BYTES = 1_000_000;

/**
 * Pieces as one buffer of their own. Many megabytes are copied in slices, between which everything else has its turn: the
 * pages of new memory cost more than the copy itself.
 */
export async function joinBytes(pieces: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= AT_ONCE_BYTES) return Buffer.concat(pieces, length);
  const whole = Buffer.allocUnsafeSlow(length);
  const slices = createTimeSlices();
  let at = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += AT_ONCE_BYTES) {
      if (slices.isOver()) await slices.rest();
      const part = piece.subarray(from, from + AT_ONCE_BYTES);
      whole.set(part, at);
      at += part.length;
    }
  }
  return whole;
}
