import { lookThrough } from './capture/look-through.js';
import { rawText } from './capture/raw-text.js';
import { treeReaders } from './capture/tree-readers.js';
import { writePage } from './capture/write-page.js';
import { propertyReader } from './property-reader.js';

/**
 * The page as it stands, as HTML: shadow roots as declarative ones with what is slotted in its place, frames of the same
 * site in their places, what is not displayed marked. Touches nothing on the page. The pieces belong around the frames
 * whose content only they themselves can tell; their elements are kept under `framesName` in this world.
 * @param {{hiddenMark: string, frameMark: string, framesName: string, maxLookMs: number, maxFrames: number, minFramePixels: number}} options
 *   `maxLookMs`: how long elements are asked whether they are displayed
 * @returns {{url: string, contentType: string, pieces: string[], frames: Array<{url: string, tag: string}>, raw: string | undefined}}
 */
export function capturePage(options) {
  const readers = treeReaders();
  const contentType = propertyReader(Document.prototype, 'contentType')(document);
  const root = readers.rootOf(document);
  const about = { url: location.href, contentType };
  if (root === null) return { ...about, pieces: [''], frames: [], raw: undefined };
  const raw = rawText(root, contentType);
  if (raw !== undefined) return { ...about, pieces: [''], frames: [], raw };
  const seen = lookThrough(root, readers, options);
  const { pieces, foreign } = writePage(root, { readers, seen, marks: options });
  Reflect.set(
    globalThis,
    options.framesName,
    foreign.map(({ element }) => element),
  );
  return { ...about, pieces, frames: foreign.map(({ url, tag }) => ({ url, tag })), raw: undefined };
}
