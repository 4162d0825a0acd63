import type { Box, PdfImage, PdfPage, PdfTag } from '../pdf-page.ts';

/** Smaller pictures are icons, lines and bullets, pixels. */
const LEAST_PIXELS = 32;
const LEAST_SHARE = 0.005;
/** A picture that covers more of a page with text is its background. */
const MOST_SHARE = 0.9;
/** A page with more pictures is made of pieces. */
const MAX_PICTURES = 100;
/** Parts of a page's height at its top and bottom where running headers and footers stand. */
const MARGIN = 0.17;
/** Pages with the same picture in the same place of their margin: it belongs to the running header. */
const REPEATS = 3;

/** Tells which pictures of a file's pages are worth showing. Pages come in order, some at a time. */
export class PictureChooser {
  readonly #repeats = new Map<string, number>();

  /** Indices into the `images` of each page, in the order of the pages. */
  choose(pages: readonly PdfPage[]): number[][] {
    for (const page of pages) {
      for (const key of new Set(page.images.map((image) => marginKey(image, page)))) {
        if (key !== undefined) this.#repeats.set(key, (this.#repeats.get(key) ?? 0) + 1);
      }
    }
    return pages.map((page) => this.#ofPage(page));
  }

  #ofPage(page: PdfPage): number[] {
    if (page.images.length === 0) return [];
    const described = describedContent(page.tags);
    const chosen: number[] = [];
    for (const [index, image] of page.images.entries()) {
      if (chosen.length >= MAX_PICTURES) break;
      if (this.#isShown(image, page, described.has(image.mcid))) chosen.push(index);
    }
    return chosen;
  }

  #isShown(image: PdfImage, page: PdfPage, hasText: boolean): boolean {
    const share = areaOf(image.box) / Math.max(1, page.width * page.height);
    if (image.isArtefact || image.width === 0 || image.height === 0) return false;
    const isSmall = image.width < LEAST_PIXELS || image.height < LEAST_PIXELS || share < LEAST_SHARE;
    if (isSmall && !hasText) return false;
    if (share > MOST_SHARE && page.words.length > 0) return false;
    const key = marginKey(image, page);
    return key === undefined || (this.#repeats.get(key) ?? 0) < REPEATS;
  }
}

/** The same for the same picture in the margin of another page; undefined for a picture elsewhere. */
function marginKey({ box, width, height }: PdfImage, page: PdfPage): string | undefined {
  const isInMargin = box.bottom < page.height * MARGIN || box.top > page.height * (1 - MARGIN);
  if (!isInMargin) return undefined;
  return [width, height, ...[box.left, box.top, box.right, box.bottom].map(Math.round)].join(' ');
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

/** Ids of marked content of figures that the file describes in words. */
function describedContent(tags: readonly PdfTag[]): Set<number> {
  const ids = new Set<number>();
  // The depth of the tree is bounded where it is read.
  const walk = (children: PdfTag['children'], isDescribed: boolean): void => {
    for (const child of children) {
      if (typeof child === 'number') {
        if (isDescribed) ids.add(child);
      } else walk(child.children, isDescribed || (child.type === 'Figure' && child.alternateText !== ''));
    }
  };
  walk([...tags], false);
  return ids;
}
