import type { InkMap } from './find-ink.ts';

/** How the lines of text of a page run, as far as the shape of its ink tells. */
export interface TextDirection {
  /** The lines run from top to bottom or from bottom to top. */
  isSideways: boolean;
  /** Degrees by which the page has to be turned clockwise for its lines to be level (or upright, when sideways). */
  skew: number;
  /**
   * Above 1: letters stand on the lower side of their line (when sideways: on the left side, as after a turn by 90 degrees
   * clockwise). Letters of alphabets share a foot more often than a top; other scripts may not.
   */
  footing: number;
}

const MAX_SKEW = 10;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.05;
/** Enough to tell, and few enough for 100 angles. */
const MAX_POINTS = 40_000;
/** Skew below it does not hurt recognition; degrees. */
const LEVEL_ENOUGH = 0.15;
/** Text whose lines are not clearly sharper than the columns of its letters is left alone. */
const SIDEWAYS_RATIO = 1.3;

/** Points of one kind of edge: `along` the text, `across` it. */
interface Edges {
  along: Float32Array;
  across: Float32Array;
}

/** Undefined when there is too little ink to tell. */
export function findDirection(ink: InkMap): TextDirection | undefined {
  const level = measure(findEdges(ink, false, 1), findEdges(ink, false, -1));
  const sideways = measure(findEdges(ink, true, -1), findEdges(ink, true, 1));
  if (level === undefined || sideways === undefined) return undefined;
  const isSideways = sideways.sharpness > level.sharpness * SIDEWAYS_RATIO;
  const found = isSideways ? sideways : level;
  // Columns lean to the other side than rows when a page is turned.
  const skew = isSideways ? found.angle : -found.angle;
  return { isSideways, skew: Math.abs(skew) < LEVEL_ENOUGH ? 0 : skew, footing: found.footing };
}

interface Measured {
  angle: number;
  sharpness: number;
  footing: number;
}

const MIN_POINTS = 200;

function measure(feet: Edges, heads: Edges): Measured | undefined {
  if (feet.along.length < MIN_POINTS || heads.along.length < MIN_POINTS) return undefined;
  const sharpnessAt = (angle: number): number => sharpness(feet, angle) + sharpness(heads, angle);
  const coarse = sharpest(-MAX_SKEW, MAX_SKEW, COARSE_STEP, sharpnessAt);
  const angle = sharpest(coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP, sharpnessAt);
  return {
    angle,
    sharpness: sharpnessAt(angle),
    footing: sharpness(feet, angle) / sharpness(heads, angle),
  };
}

function sharpest(from: number, to: number, step: number, sharpnessAt: (angle: number) => number): number {
  let best = 0;
  let most = -1;
  const steps = Math.round((to - from) / step);
  for (let index = 0; index <= steps; index += 1) {
    const angle = from + index * step;
    const found = sharpnessAt(angle);
    if (found > most) [best, most] = [angle, found];
  }
  return best;
}

/** How much the points gather on few lines of the angle: 1 when all lie on one, near 0 when they are spread. */
function sharpness({ along, across }: Edges, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  let lowest = Infinity;
  let highest = -Infinity;
  const lines = new Int32Array(along.length);
  for (let index = 0; index < along.length; index += 1) {
    const line = Math.round(across[index]! - along[index]! * slope);
    lines[index] = line;
    if (line < lowest) lowest = line;
    if (line > highest) highest = line;
  }
  const counts = new Uint32Array(highest - lowest + 1);
  for (const line of lines) counts[line - lowest] = counts[line - lowest]! + 1;
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum / (along.length * along.length);
}

/**
 * Where ink ends when one goes down (side 1) or up (side -1), or right and left when `isSideways`.
 */
function findEdges({ width, height, data }: InkMap, isSideways: boolean, side: 1 | -1): Edges {
  const step = isSideways ? side : side * width;
  const isEdge = (x: number, y: number): boolean => {
    const at = y * width + x;
    return data[at] === 1 && data[at + step] === 0;
  };
  let total = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) if (isEdge(x, y)) total += 1;
  }
  const every = Math.max(1, Math.ceil(total / MAX_POINTS));
  const along = new Float32Array(Math.ceil(total / every));
  const across = new Float32Array(along.length);
  let seen = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (!isEdge(x, y)) continue;
      if (seen % every === 0) {
        along[seen / every] = isSideways ? y : x;
        across[seen / every] = isSideways ? x : y;
      }
      seen += 1;
    }
  }
  return { along, across };
}
