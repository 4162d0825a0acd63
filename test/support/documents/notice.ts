import { readFileSync } from 'node:fs';
import { createImageDecoder } from '../../../src/readers/image/decode-image.ts';
import type { Raster } from '../../../src/readers/ocr/ocr-page.ts';

/** A scan of a short text, black and white, 150 pixels an inch. */
export const NOTICE_PNG: Uint8Array = readFileSync(new URL('./notice.png', import.meta.url));

export const NOTICE_LINES: readonly string[] = [
  'Notice to tenants',
  'The heating will be switched off on 14 March for about three',
  'hours. Please keep the doors of the cellar unlocked.',
  'Questions? Call "Miller & Sons" at 555-0142, every day',
  "from 9 to 17 o'clock, or write to office@example.org.",
];

export async function decodeNotice(): Promise<Raster> {
  const raster = await createImageDecoder().decode(NOTICE_PNG);
  if (raster === undefined) throw new Error('The picture of the notice cannot be decoded');
  return raster;
}
