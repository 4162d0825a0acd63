import type { InkMap } from './find-ink.ts';

/** Specks and strokes of other things. */
const MIN_HEIGHT = 3;
const MAX_HEIGHT = 200;
const MAX_ASPECT = 4;
const MIN_LETTERS = 20;

/** The connected pieces of ink on a page. */
export interface Letters {
  /** The number of letters of all sizes. */
  count: number;
  /** The usual one, which for text is about that of a letter such as `x`; undefined when there are too few to tell. */
  height: number | undefined;
}

export function measureLetters(ink: InkMap): Letters {
  const counts = new Uint32Array(MAX_HEIGHT + 1);
  let total = 0;
  const pieces = findPieces(ink);
  for (const { left, top, right, bottom } of pieces) {
    const [width, height] = [right - left + 1, bottom - top + 1];
    if (height < MIN_HEIGHT || height > MAX_HEIGHT) continue;
    if (width > height * MAX_ASPECT || height > width * MAX_ASPECT * 2) continue;
    counts[height] = counts[height]! + 1;
    total += 1;
  }
  if (total < MIN_LETTERS) return { count: pieces.length, height: undefined };
  let passed = 0;
  const height = counts.findIndex((count) => (passed += count) * 2 >= total);
  return { count: pieces.length, height };
}

interface Piece {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Runs of ink in rows, joined when they touch a run of the row above: one pass, whatever the shape. */
function findPieces({ width, height, data }: InkMap): Piece[] {
  const pieces: Piece[] = [];
  const parents: number[] = [];
  const rootOf = (piece: number): number => {
    let root = piece;
    while (parents[root] !== root) {
      const parent = parents[root]!;
      parents[root] = parents[parent]!;
      root = parents[root]!;
    }
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    const runs = findRuns(data, y * width, width);
    let candidate = 0;
    for (const run of runs) {
      while (candidate < above.length && above[candidate]!.end < run.start) candidate += 1;
      for (let index = candidate; index < above.length; index += 1) {
        const upper = above[index]!;
        if (upper.start > run.end) break;
        const root = rootOf(upper.piece);
        if (run.piece === -1) run.piece = root;
        else parents[root] = rootOf(run.piece);
      }
      if (run.piece === -1) {
        run.piece = parents.length;
        parents.push(run.piece);
        pieces.push({ left: run.start, top: y, right: run.end, bottom: y });
      }
      widen(pieces[run.piece]!, run, y);
    }
    above = runs;
  }
  return join(pieces, parents, rootOf);
}

interface Run {
  start: number;
  end: number;
  piece: number;
}

function findRuns(data: Uint8Array, offset: number, width: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < width; x += 1) {
    if (data[offset + x] !== 1) continue;
    const start = x;
    while (x + 1 < width && data[offset + x + 1] === 1) x += 1;
    runs.push({ start, end: x, piece: -1 });
  }
  return runs;
}

function widen(piece: Piece, run: Run, y: number): void {
  piece.left = Math.min(piece.left, run.start);
  piece.right = Math.max(piece.right, run.end);
  piece.bottom = Math.max(piece.bottom, y);
}

/** Pieces that turned out to be one are put together. */
function join(pieces: Piece[], parents: readonly number[], rootOf: (piece: number) => number): Piece[] {
  for (const [index, piece] of pieces.entries()) {
    const root = rootOf(index);
    if (root === index) continue;
    const whole = pieces[root]!;
    whole.left = Math.min(whole.left, piece.left);
    whole.top = Math.min(whole.top, piece.top);
    whole.right = Math.max(whole.right, piece.right);
    whole.bottom = Math.max(whole.bottom, piece.bottom);
  }
  return pieces.filter((_, index) => parents[index] === index);
}
