import { chooseSample } from './choose-sample.ts';
import { withoutSpecks } from './clean-image.ts';
import { runEngine, type OcrEngine, type RunOptions, type RunResult } from './engine.ts';
import { evenLight } from './even-light.ts';
import { findDirection, type TextDirection } from './find-direction.ts';
import { findInk, isLightOnDark, isUnevenlyLit, type InkMap } from './find-ink.ts';
import { crop, level, negate, scale, turn, type GreyImage } from './grey-image.ts';
import { findInkRows } from './ink-tables.ts';
import { measureLetters } from './measure-letters.ts';
import type { OcrBlock, OcrPage, OcrRule, OcrWord } from './ocr-page.ts';
import { meanConfidence } from './parse-result.ts';
import { drawnColumns, readColumns } from './read-columns.ts';
import { readInkTables } from './read-ink-tables.ts';
import { readLostInk } from './read-lost-ink.ts';
import { takeRules, type WithoutRules } from './take-rules.ts';
import { measureText, textAreas } from './text-areas.ts';

type Rotation = OcrPage['rotation'];

/** Directions and sizes of text are measured on so many pixels. */
const MEASURED_PIXELS = 1_200_000;
/** Heights of an x that are read well, and the one that others are brought to, pixels. */
const MIN_LETTER_HEIGHT = 11;
const MAX_LETTER_HEIGHT = 45;
const GOOD_LETTER_HEIGHT = 18;
const MAX_ENLARGEMENT = 3;
const MAX_PIXELS = 12_000_000;
/** Pieces of ink on a reduced page, at most: the densest text has 10,000, and noise would take the engine minutes. */
const MAX_PIECES = 30_000;
/** Below it a page may stand on its head. */
const POOR_CONFIDENCE = 0.6;
/** Text whose letters share their tops so much more than their feet is tried upside down. */
const MIN_FOOTING = 0.9;

/** A page as it is read: dark on light, without noise, not yet turned. */
interface CleanPage {
  grey: GreyImage;
  /** The same with fewer pixels. */
  reduced: GreyImage;
  ink: InkMap;
  isUnevenlyLit: boolean;
}

/** Reads a page whichever way it lies; `deadline`: of `performance.now()`. A page of noise is left unread, as incomplete. */
export function readPage(engine: OcrEngine, image: GreyImage, deadline: number): OcrPage {
  const page = clean(image);
  if (measureLetters(page.ink).count > MAX_PIECES) return unread(image);
  const direction = findDirection(page.ink);
  const guess = guessRotation(direction);
  const skew = direction?.skew ?? 0;
  const read = (rotation: Rotation): OcrPage => readTurned(engine, page, { rotation, skew }, deadline);
  const choose = (rotations: readonly Rotation[]): Rotation =>
    chooseRotation(engine, page, rotations, deadline);
  if (guess === 180) return read(choose([180, 0]));
  // The rules of a table may look like sideways text.
  if (guess !== 0) return read(choose([guess, opposite(guess), 0]));
  const found = read(0);
  if (direction === undefined || found.confidence >= POOR_CONFIDENCE || !found.isComplete) return found;
  const rotation = choose([0, 180, 90, 270]);
  return rotation === 0 ? found : read(rotation);
}

/** A page that is not worth the time. */
function unread({ width, height }: GreyImage): OcrPage {
  return { width, height, rotation: 0, skew: 0, blocks: [], rules: [], confidence: 0, isComplete: false };
}

function clean(image: GreyImage): CleanPage {
  const raw = withoutSpecks(image);
  const reduced = forMeasuring(raw);
  const grey = evenLight(raw, reduced);
  const page = { grey, reduced, isUnevenlyLit: isUnevenlyLit(reduced) };
  // The engine would try each line both ways, which takes three times as long.
  if (isLightOnDark(reduced)) Object.assign(page, { grey: negate(grey), reduced: negate(reduced) });
  return { ...page, ink: findInk(page.reduced) };
}

function forMeasuring(image: GreyImage): GreyImage {
  return scale(image, Math.min(1, Math.sqrt(MEASURED_PIXELS / (image.width * image.height))));
}

function guessRotation(direction: TextDirection | undefined): Rotation {
  if (direction === undefined) return 0;
  if (direction.isSideways) return direction.footing > 1 ? 270 : 90;
  return direction.footing < MIN_FOOTING ? 180 : 0;
}

function opposite(rotation: Rotation): Rotation {
  return ((rotation + 180) % 360) as Rotation;
}

/** The rotation at which a part of the page is read best; the first one of equals. */
function chooseRotation(
  engine: OcrEngine,
  page: CleanPage,
  rotations: readonly Rotation[],
  deadline: number,
): Rotation {
  const sample = crop(page.grey, chooseSample(page.ink, page.grey.width / page.reduced.width));
  let best = rotations[0]!;
  let most = -1;
  for (const rotation of rotations) {
    const upright = turn(sample, rotation);
    const factor = chooseFactor(upright);
    const { blocks } = runEngine(engine, scale(upright, factor), {
      factor,
      mode: 'sample',
      isUnevenlyLit: page.isUnevenlyLit,
      deadline,
    });
    const score = wordsOf(blocks).reduce((sum, word) => sum + word.confidence ** 2 * word.text.length, 0);
    if (score > most) [best, most] = [rotation, score];
  }
  return best;
}

function readTurned(
  engine: OcrEngine,
  page: CleanPage,
  { rotation, skew }: Pick<OcrPage, 'rotation' | 'skew'>,
  deadline: number,
): OcrPage {
  const upright = turn(page.grey, rotation);
  const factor = chooseFactor(upright);
  const bare = takeRules(level(scale(upright, factor), skew));
  const options = { factor, mode: 'page', isUnevenlyLit: page.isUnevenlyLit, deadline } as const;
  const found = readColumns(engine, bare, runEngine(engine, bare.image, options), options);
  const { blocks, isComplete } = readInk(engine, bare, found, options);
  const { width, height } = upright;
  const confidence = meanConfidence(wordsOf(blocks));
  return { width, height, rotation, skew, blocks, rules: bare.rules.map(onPage), confidence, isComplete };

  function onPage({ box, isHorizontal }: OcrRule): OcrRule {
    const { left, top, right, bottom } = box;
    return {
      isHorizontal,
      box: { left: left / factor, top: top / factor, right: right / factor, bottom: bottom / factor },
    };
  }
}

/** Gives what was read with what the ink of the page shows beside it. */
function readInk(
  engine: OcrEngine,
  { image, rules }: WithoutRules,
  found: RunResult,
  options: RunOptions,
): RunResult {
  const measures = measureText(found.blocks, options.factor);
  if (measures === undefined || !found.isComplete) return found;
  const areas = findInkRows(findInk(image), textAreas(found.blocks, options.factor), measures);
  const ink = { ...options, areas, measures, drawn: drawnColumns(rules) };
  const tables = readInkTables(engine, image, found, ink);
  return tables.isComplete ? readLostInk(engine, image, tables, ink) : tables;
}

/** How much the picture has to be enlarged or reduced for its letters to be of a size that is read well. */
function chooseFactor(upright: GreyImage): number {
  const reduced = forMeasuring(upright);
  const { height: measured } = measureLetters(findInk(reduced));
  const most = Math.sqrt(MAX_PIXELS / (upright.width * upright.height));
  if (measured === undefined) return Math.min(1, most);
  const letters = (measured * upright.width) / reduced.width;
  const isReadable = letters >= MIN_LETTER_HEIGHT && letters <= MAX_LETTER_HEIGHT;
  return Math.min(isReadable ? 1 : GOOD_LETTER_HEIGHT / letters, MAX_ENLARGEMENT, most);
}

function wordsOf(blocks: readonly OcrBlock[]): OcrWord[] {
  return blocks.flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.words)),
  );
}
