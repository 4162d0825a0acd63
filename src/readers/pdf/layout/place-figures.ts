import type { PdfImage } from '../pdf-page.ts';
import type { Block } from './block.ts';

/** Share of the page's width and height from which a picture is its background. */
const BACKGROUND = 0.9;

/** Images below this width and height are icons and lines, points. */
const MIN_IMAGE = 50;
/** Pictures of one page that are kept. */
const MAX_FIGURES = 200;

/** Adds the pictures of a page to its blocks: each in front of the first block below its top edge that shares its column. */
export function placeFigures(
  images: readonly PdfImage[],
  { width, height }: { width: number; height: number },
  blocks: Block[],
): void {
  const hasText = blocks.length > 0;
  let count = 0;
  for (const image of images) {
    const { box, source } = image;
    const isLarge = box.right - box.left >= MIN_IMAGE && box.bottom - box.top >= MIN_IMAGE;
    const isBackground =
      box.right - box.left > width * BACKGROUND && box.bottom - box.top > height * BACKGROUND;
    // Pictures that have been read were chosen before.
    if ((source === undefined && !isLarge) || (isBackground && hasText) || ++count > MAX_FIGURES) continue;
    const at = blocks.findIndex(
      (block) =>
        block.type !== 'header' &&
        block.box.top >= box.top &&
        block.box.left < box.right &&
        block.box.right > box.left,
    );
    const figure: Block = { type: 'figure', image, box, confidence: 0.9 };
    if (at < 0) blocks.push(figure);
    else blocks.splice(at, 0, figure);
  }
}
