import { findInk, type InkMap } from './find-ink.ts';
import type { GreyImage } from './grey-image.ts';
import type { OcrBox, OcrRule } from './ocr-page.ts';

/** Shortest rules, as shares of the width of the page: across about 0.65 inches of a sheet, down about 0.25. */
const LEAST_ACROSS = 0.08;
const LEAST_DOWN = 0.03;
/** Thickest rule, as a share of the width of the page: about a millimetre of a sheet; thicker ones are bars. */
const MOST_THICK = 0.006;
/** A rule: pixels in a row that noise may have taken, the share that has to be ink, and that of paper beside it, for letters have their stems there. */
const SOLID: Stroke = { gap: 2, ink: 0.9, paper: 0.75 };
/** A rule of dots or dashes, which are parted by less than this share of the width of the page, some 0.03 inches of a sheet. */
const DOTTED: Omit<Stroke, 'gap'> = { ink: 0.35, paper: 0.9 };
const DOTTED_GAP = 0.0036;
/** Rules of the other direction that a dotted one meets, at least: dots that lead to a page number meet none. */
const MIN_MET = 2;
/** Rows of one rule are nearer, pixels: it may be a little askew. */
const NEXT_ROW = 2;
/** So far from a rule there is paper, pixels. */
const BESIDE = 3;
/** A rule down the page meets one across it, nearer than this, pixels, or is as long as this share of the page: letters of a title are not. */
const REACH = 8;
const LONG = 0.12;
/** More are a drawing or noise. */
const MAX_RULES = 1_500;

interface Stroke {
  gap: number;
  ink: number;
  paper: number;
}

/** A page without its rules, which the recogniser would take for the edges of a picture, and where they were. */
export interface WithoutRules {
  image: GreyImage;
  rules: OcrRule[];
}

/** Takes the straight lines out of an upright, level page. */
export function takeRules(image: GreyImage): WithoutRules {
  const ink = findInk(image);
  const most = Math.max(BESIDE, Math.round(image.width * MOST_THICK));
  const turned = transpose(ink);
  const acrossOf = (stroke: Stroke): OcrBox[] =>
    findLines(ink, { least: Math.round(image.width * LEAST_ACROSS), most, stroke });
  const downOf = (stroke: Stroke): OcrBox[] =>
    findLines(turned, { least: Math.round(image.width * LEAST_DOWN), most, stroke }).map(swap);
  const across = acrossOf(SOLID);
  const down = downOf(SOLID).filter(
    (box) => box.bottom - box.top > image.height * LONG || across.some((rule) => meet(rule, box)),
  );
  const stroke = { ...DOTTED, gap: Math.max(SOLID.gap, Math.round(image.width * DOTTED_GAP)) };
  addGrid({ across, down }, { across: acrossOf(stroke), down: downOf(stroke) });
  if (across.length + down.length > MAX_RULES) return { image, rules: [] };
  const rules = [
    ...across.map((box) => ({ box, isHorizontal: true })),
    ...down.map((box) => ({ box, isHorizontal: false })),
  ];
  if (rules.length === 0) return { image, rules };
  const data = image.data.slice();
  for (const rule of rules) erase(data, image, rule);
  return { image: { ...image, data }, rules };
}

interface Lines {
  across: OcrBox[];
  down: OcrBox[];
}

/** Adds dotted rules that meet others of both directions, solid or dotted. */
function addGrid(solid: Lines, dotted: Lines): void {
  if (dotted.across.length + dotted.down.length > MAX_RULES) return;
  const isNew = (lines: readonly OcrBox[]) => (box: OcrBox) => lines.every((line) => !meet(line, box));
  const across = dotted.across.filter(isNew(solid.across));
  const down = dotted.down.filter(isNew(solid.down));
  const isOfGrid = (others: readonly OcrBox[]) => (box: OcrBox) =>
    others.filter((other) => meet(other, box)).length >= MIN_MET;
  const [rows, columns] = [
    [...solid.across, ...across],
    [...solid.down, ...down],
  ];
  solid.across.push(...across.filter(isOfGrid(columns)));
  solid.down.push(...down.filter(isOfGrid(rows)));
}

interface Run {
  y: number;
  from: number;
  to: number;
}

/** Level lines of ink with paper above and below them. */
function findLines(
  ink: InkMap,
  { least, most, stroke }: { least: number; most: number; stroke: Stroke },
): OcrBox[] {
  const done: OcrBox[] = [];
  let open: OcrBox[] = [];
  for (let y = 0; y < ink.height; y++) {
    const next = open.filter((box) => y - box.bottom < NEXT_ROW);
    for (const box of open) if (y - box.bottom >= NEXT_ROW) done.push(box);
    open = next;
    for (const run of runsOf(ink, y, least, stroke)) addRun(open, run);
  }
  return [...done, ...open].filter((box) => box.bottom - box.top <= most && isAmidPaper(ink, box, stroke));
}

function runsOf({ width, data }: InkMap, y: number, least: number, { gap, ink }: Stroke): Run[] {
  const runs: Run[] = [];
  const start = y * width;
  for (let x = 0; x < width; x++) {
    if (data[start + x] === 0) continue;
    const from = x;
    let last = x;
    let count = 0;
    for (; x < width && x - last <= gap + 1; x++) {
      if (data[start + x] === 0) continue;
      last = x;
      count++;
    }
    x = last;
    if (last + 1 - from >= least && count >= (last + 1 - from) * ink) runs.push({ y, from, to: last + 1 });
  }
  return runs;
}

function addRun(open: OcrBox[], { y, from, to }: Run): void {
  const line = open.find((box) => box.left < to + BESIDE && box.right > from - BESIDE);
  if (line === undefined) {
    open.push({ left: from, right: to, top: y, bottom: y + 1 });
    return;
  }
  line.left = Math.min(line.left, from);
  line.right = Math.max(line.right, to);
  line.bottom = y + 1;
}

function isAmidPaper(ink: InkMap, { left, right, top, bottom }: OcrBox, stroke: Stroke): boolean {
  return [top - BESIDE, bottom - 1 + BESIDE].every((y) => {
    if (y < 0 || y >= ink.height) return true;
    let paper = 0;
    for (let at = y * ink.width + left; at < y * ink.width + right; at++) if (ink.data[at] === 0) paper++;
    return paper >= (right - left) * stroke.paper;
  });
}

function transpose({ width, height, data }: InkMap): InkMap {
  const turned = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) if (data[at] === 1) turned[x * height + y] = 1;
  }
  return { width: height, height: width, data: turned };
}

function meet(one: OcrBox, other: OcrBox): boolean {
  return (
    one.left < other.right + REACH &&
    one.right > other.left - REACH &&
    one.top < other.bottom + REACH &&
    one.bottom > other.top - REACH
  );
}

function swap({ left, right, top, bottom }: OcrBox): OcrBox {
  return { left: top, right: bottom, top: left, bottom: right };
}

/** Paints paper over a rule: at each point the brighter of what is on its two sides. */
function erase(data: Uint8Array, { width, height }: GreyImage, { box, isHorizontal }: OcrRule): void {
  const [along, across] = isHorizontal ? [1, width] : [width, 1];
  const [start, end] = isHorizontal ? [box.left, box.right] : [box.top, box.bottom];
  const [near, far] = isHorizontal ? [box.top, box.bottom] : [box.left, box.right];
  const last = (isHorizontal ? height : width) - 1;
  const before = Math.max(0, near - BESIDE);
  const behind = Math.min(last, far - 1 + BESIDE);
  for (let place = start; place < end; place++) {
    const one = data[place * along + before * across]!;
    const other = data[place * along + behind * across]!;
    for (let step = before + 1; step < behind; step++)
      data[place * along + step * across] = Math.max(one, other);
  }
}
