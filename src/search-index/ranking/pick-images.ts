import { eachWord } from '../../text/words/scan-words.ts';
import type { ImageSize, IndexPlan } from '../index-plan.ts';
import type { IndexedImage } from '../indexed-page.ts';
import { imageWords } from '../operator-terms.ts';

const MOST_OF_A_PAGE = 3;

/** The pictures of a page that have words of the query and a size that fits, the best first; three at most. */
export function pickImages(
  images: readonly IndexedImage[],
  { words, imageSizes }: Pick<IndexPlan, 'words' | 'imageSizes'>,
  rarities: ReadonlyMap<string, number>,
): IndexedImage[] {
  const wanted = new Map(words.map(({ term }) => [term, rarities.get(term) ?? 0]));
  return images
    .filter((image) => imageSizes.every((size) => fits(image, size) !== size.isNegated))
    .map((image) => ({ image, score: scoreOf(image, wanted) }))
    .filter(({ score }) => score > 0 || wanted.size === 0)
    .toSorted((left, right) => right.score - left.score || areaOf(right.image) - areaOf(left.image))
    .slice(0, MOST_OF_A_PAGE)
    .map(({ image }) => image);
}

/** A picture whose size is not known fits nothing. */
function fits({ width, height }: IndexedImage, size: ImageSize): boolean {
  if (width === undefined || height === undefined) return false;
  if (!size.isLeast) return width === size.width && height === size.height;
  return width >= size.width && height >= size.height;
}

function scoreOf(image: IndexedImage, wanted: ReadonlyMap<string, number>): number {
  const found = new Set<string>();
  eachWord(imageWords(image), ({ term }) => {
    if (wanted.has(term)) found.add(term);
  });
  // A term that all pages have counts a little too.
  return [...found].reduce((sum, term) => sum + wanted.get(term)! + 0.01, 0);
}

function areaOf({ width = 0, height = 0 }: IndexedImage): number {
  return width * height;
}
