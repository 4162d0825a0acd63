import type { Raster } from '../ocr/ocr-page.ts';
import { loadTesseract, type TesseractCore } from '../ocr/tesseract.ts';

/** Decodes pictures: PNG, JPEG, GIF (its first frame), WebP, BMP without compression, TIFF (its first page). */
export interface ImageDecoder {
  /** Undefined when the picture is damaged or is written in a way that is not known here. */
  decode(bytes: Uint8Array): Promise<Raster | undefined>;
}

/**
 * The libraries that Tesseract brings along. Sizes are not checked here: a header that states 40 million pixels
 * costs 200 MB until the decoder is dropped.
 */
export function createImageDecoder(): ImageDecoder {
  let core: TesseractCore | undefined;
  return {
    async decode(bytes) {
      core ??= await loadTesseract();
      try {
        return decodeIn(core, bytes);
      } catch {
        // Out of memory, most likely: what is left of it cannot be trusted.
        core = undefined;
        return undefined;
      }
    },
  };
}

function decodeIn(core: TesseractCore, bytes: Uint8Array): Raster | undefined {
  const file = core.allocate(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) core.setValue(file + at, bytes[at]!, 'i8');
  const picture = core.readPicture(file, bytes.length);
  core.free(file);
  if (picture === 0) return undefined;
  const raster = toRaster(core, picture);
  const pointer = core.allocate(4);
  core.setValue(pointer, picture, 'i32');
  core.freePicture(pointer);
  core.free(pointer);
  return raster;
}

/** Where the fields of Leptonica's Pix are for 32 bits (`pix_internal.h`), in bytes. */
const FIELD = {
  width: 0,
  height: 4,
  depth: 8,
  samples: 12,
  wordsPerLine: 16,
  dpi: 24,
  colours: 44,
  data: 48,
};
/**
 * The offsets in a PixColormap: the array of colours and how many it has. Each is four bytes: blue, green, red, alpha.
 */
const COLOURS = { array: 0, count: 12 };

function toRaster(core: TesseractCore, picture: number): Raster | undefined {
  const read = (at: number): number => core.getValue(at, 'i32');
  const [width, height] = [read(picture + FIELD.width), read(picture + FIELD.height)];
  const [depth, words] = [read(picture + FIELD.depth), read(picture + FIELD.wordsPerLine)];
  const hasAlpha = read(picture + FIELD.samples) === 4;
  const data = read(picture + FIELD.data);
  const brightness = depth > 8 ? undefined : brightnessOf(core, read(picture + FIELD.colours), depth);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const line = data + y * words * 4;
    for (let x = 0, at = y * width; x < width;) {
      // Pixels are packed into words of 32 bits, the first one in the highest bits.
      const word = read(line + ((x * depth) >>> 5) * 4);
      for (let bits = 32 - depth; bits >= 0 && x < width; bits -= depth, x += 1, at += 1) {
        if (depth === 32) grey[at] = mixColours(word, hasAlpha);
        else if (depth === 16) grey[at] = (word >>> (bits + 8)) & 0xff;
        else grey[at] = brightness![(word >>> bits) & (2 ** depth - 1)]!;
      }
    }
  }
  const dpi = read(picture + FIELD.dpi);
  return { width, height, dpi: dpi > 0 ? dpi : 0, channels: 1, data: grey };
}

/** Red, green, blue, alpha from the highest bits; on white paper. ITU-R BT.601. */
function mixColours(word: number, hasAlpha: boolean): number {
  const grey = (((word >>> 24) & 0xff) * 77 + ((word >>> 16) & 0xff) * 150 + ((word >>> 8) & 0xff) * 29) >> 8;
  if (!hasAlpha) return grey;
  const alpha = word & 0xff;
  return Math.round((grey * alpha + 255 * (255 - alpha)) / 255);
}

/**
 * Gives the grey of each value of a pixel of up to 8 bits. Without a list of colours, 1 bit is ink and more are
 * brightness.
 */
function brightnessOf(core: TesseractCore, colours: number, depth: number): Uint8Array {
  const values = 2 ** depth;
  const brightness = Uint8Array.from({ length: values }, (_, value) =>
    depth === 1 ? 255 - value * 255 : Math.round((value * 255) / (values - 1)),
  );
  if (colours === 0) return brightness;
  const array = core.getValue(colours + COLOURS.array, 'i32');
  const count = Math.min(values, core.getValue(colours + COLOURS.count, 'i32'));
  for (let value = 0; value < count; value += 1) {
    const colour = core.getValue(array + value * 4, 'i32');
    // Stored as bytes, so that the lowest one is blue.
    const [blue, green, red, alpha] = [0, 8, 16, 24].map((shift) => (colour >>> shift) & 0xff) as [
      number,
      number,
      number,
      number,
    ];
    brightness[value] = mixColours((red << 24) | (green << 16) | (blue << 8) | alpha, true);
  }
  return brightness;
}
