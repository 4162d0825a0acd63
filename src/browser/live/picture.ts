import type { Protocol } from 'devtools-protocol';

/** One picture of a page. */
export interface Picture {
  number: number;
  /** Head and JPEG, as viewers get it. */
  bytes: Buffer;
}

const HEAD_BYTES = 16;
const KIND = 1;
const NUMBER_END = 8;

/** The head: kind, 3 bytes unused, number, width and height of the page in CSS pixels, its offset from the top, unused. */
export function createPicture(
  number: number,
  { data, metadata }: Pick<Protocol.Page.ScreencastFrameEvent, 'data' | 'metadata'>,
): Picture {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const bytes = Buffer.alloc(HEAD_BYTES + (data.length / 4) * 3 - padding);
  bytes.writeUInt8(KIND);
  bytes.writeUInt32BE(number, 4);
  bytes.writeUInt16BE(clamp(metadata.deviceWidth), 8);
  bytes.writeUInt16BE(clamp(metadata.deviceHeight), 10);
  bytes.writeUInt16BE(clamp(metadata.offsetTop), 12);
  bytes.write(data, HEAD_BYTES, 'base64');
  return { number, bytes };
}

/** Whether nothing but the number tells them apart. */
export function showsTheSame(one: Picture, other: Picture): boolean {
  return one.bytes.subarray(NUMBER_END).equals(other.bytes.subarray(NUMBER_END));
}

function clamp(value: number): number {
  return Math.min(65_535, Math.max(0, Math.round(value)));
}
