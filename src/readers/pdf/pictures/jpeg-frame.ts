/** The frame header of a JPEG file (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  width: number;
  height: number;
  components: number;
}

/** Markers that begin a frame: SOF0 to SOF15 without DHT, JPG and DAC. */
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
const NO_FRAME: readonly number[] = [0xc4, 0xc8, 0xcc];

/** Undefined for what is no JPEG file of eight bits a sample. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // A byte that only fills up, or a marker without content.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAME.includes(marker)) {
      if (bytes[at + 4] !== 8) return undefined;
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: bytes[at + 9]!,
      };
    } else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
