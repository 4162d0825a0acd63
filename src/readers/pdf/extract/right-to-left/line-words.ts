import type { Box, PdfWord } from '../../pdf-page.ts';
import type { TextStyle } from '../text-style.ts';
import { embeddingLevels, type BaseLevel } from './embedding-levels.ts';
import type { VisualLine } from './find-lines.ts';
import type { LineItem } from './line-item.ts';
import { logicalOrder } from './logical-order.ts';
import { turnBrackets } from './turn-brackets.ts';

/** Sizes that differ by less are one, points. */
const SAME_SIZE = 0.05;

/** Parts of a line that are neighbours in both orders. */
interface Piece {
  text: string;
  /** Places in visual order. */
  first: number;
  last: number;
  level: number;
  style: TextStyle;
  isBehindBlank: boolean;
}

/** Words of a line, and their texts, in logical order. */
export function lineWords({ items, baseline }: VisualLine, base: BaseLevel): PdfWord[] {
  const levels = embeddingLevels(
    items.map(({ text }) => text),
    base,
  );
  const order = logicalOrder(levels);
  const texts = order.map((place) => items[place]!.text);
  turnBrackets(texts);
  const pieces: Piece[] = [];
  let isBehindBlank = true;
  for (const [at, place] of order.entries()) {
    const { style } = items[place]!;
    const text = texts[at]!;
    if (text === ' ') {
      isBehindBlank = true;
      continue;
    }
    const level = levels[place]!;
    addPiece(pieces, { text, first: place, last: place, level, style, isBehindBlank });
    isBehindBlank = false;
  }
  return pieces.map((piece) => toWord(piece, items, baseline));
}

/** Adds to the last piece, or to both of the last two, where nothing else stands between them as shown. */
function addPiece(pieces: Piece[], piece: Piece): void {
  let added = piece;
  for (let last = pieces.at(-1); last !== undefined && isContinued(last, added); last = pieces.at(-1)) {
    pieces.pop();
    added = {
      ...last,
      text: last.text + added.text,
      first: Math.min(last.first, added.first),
      last: Math.max(last.last, added.last),
      level: Math.min(last.level, added.level),
    };
  }
  pieces.push(added);
}

function isContinued(before: Piece, piece: Piece): boolean {
  const isNear = piece.first === before.last + 1 || before.first === piece.last + 1;
  return isNear && !piece.isBehindBlank && isSameStyle(before.style, piece.style);
}

function isSameStyle(one: TextStyle, other: TextStyle): boolean {
  return (
    one.font === other.font &&
    Math.abs(one.size - other.size) < SAME_SIZE &&
    one.colour === other.colour &&
    one.mcid === other.mcid &&
    one.isArtefact === other.isArtefact
  );
}

function toWord(piece: Piece, items: readonly LineItem[], baseline: number): PdfWord {
  const { text, level, style, isBehindBlank } = piece;
  const { font, size, colour, mcid, isArtefact } = style;
  return {
    text,
    box: boxOf(items.slice(piece.first, piece.last + 1), style, baseline),
    baseline,
    size,
    font,
    colour,
    angle: 0,
    isRtl: level % 2 === 1,
    level,
    hasSpaceBefore: isBehindBlank,
    mcid,
    isArtefact,
  };
}

function boxOf(items: readonly LineItem[], { ascent, descent, size }: TextStyle, baseline: number): Box {
  let left = Infinity;
  let right = -Infinity;
  for (const { box, start, end } of items) {
    // Glyphs without ink, as of invisible text, have their room.
    const hasInk = box.right > box.left;
    left = Math.min(left, hasInk ? box.left : start);
    right = Math.max(right, hasInk ? box.right : end);
  }
  return { left, top: baseline - ascent * size, right, bottom: baseline + descent * size };
}
