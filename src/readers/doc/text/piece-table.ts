import type { ByteView } from '../../cfb/byte-view.ts';
import type { Fib, WordGeneration } from '../fib.ts';
import { readSprms, type Sprm } from '../formatting/sprm.ts';
import { SPRM } from '../formatting/sprm-codes.ts';

/** A stretch of the text and where its bytes are. */
export interface Piece {
  /** First character and the one behind the last, counted over all parts of the text. */
  start: number;
  end: number;
  /** Offset of its first byte in the main stream. */
  offset: number;
  /** Bytes of a character. */
  width: 1 | 2;
  /** Properties that a fast save put on the whole piece. */
  sprms: readonly Sprm[];
}

/** All parts of the text in their order. */
export interface PieceTable {
  pieces: readonly Piece[];
  /**
   * One UTF-16 unit for each character position. Before Word 97 a unit is one byte of the file, whose code page depends
   * on its font.
   */
  text: string;
  /** Not all text that the file promises is there. */
  isCut: boolean;
}

const PROPERTIES = 1;
const TABLE = 2;
const COMPRESSED = 0x40_00_00_00;
/** A shared piece would let a small file state any amount of text; real pieces do not overlap. */
const MAX_REUSE = 2;
/** Fast saves add some; a file with thousands was saved for years. */
const MAX_PIECES = 200_000;
const NO_SPRMS: readonly Sprm[] = [];

/** Reads the text by the piece table ([MS-DOC] 2.4.1), or from where the FIB says when there is none. */
export function readPieceTable(main: ByteView, table: ByteView, fib: Fib): PieceTable {
  const stated = fib.pieceTable.length > 0 ? readPieces(table, main, fib) : [];
  const pieces = stated.length > 0 ? stated : [onlyPiece(main, fib)];
  const texts: string[] = [];
  const placed: Piece[] = [];
  let budget = main.length * MAX_REUSE;
  let at = 0;
  let isCut = fib.generation === 'word97' && stated.length === 0;
  for (const piece of pieces) {
    const bytes = main.part(piece.offset, Math.min((piece.end - piece.start) * piece.width, budget));
    budget -= bytes.length;
    const text = decodePiece(bytes, piece.width, fib.generation);
    if (text.length < piece.end - piece.start) isCut = true;
    if (text === '') continue;
    // A gap or an overlap would shift all positions behind it: the stated ones are what everything else refers to.
    if (piece.start > at) {
      const gap = Math.min(piece.start - at, budget);
      budget -= gap;
      texts.push('\0'.repeat(gap));
      at += gap;
    }
    placed.push({ ...piece, start: at, end: at + text.length });
    texts.push(text);
    at += text.length;
  }
  return { pieces: placed, text: texts.join(''), isCut };
}

function readPieces(table: ByteView, main: ByteView, fib: Fib): Piece[] {
  const clx = table.part(fib.pieceTable.at, fib.pieceTable.length);
  const properties: ByteView[] = [];
  let at = 0;
  while (at < clx.length && clx.u8(at) === PROPERTIES) {
    const length = clx.u16(at + 1);
    properties.push(clx.part(at + 3, length));
    at += 3 + length;
  }
  if (clx.u8(at) !== TABLE) return [];
  const plc = clx.part(at + 5, clx.u32(at + 1));
  const stated = Math.floor((plc.length - 4) / 12);
  const count = Math.min(stated, MAX_PIECES);
  const entriesAt = (stated + 1) * 4;
  const sprmsOf = memoise(properties, fib.generation);
  const pieces: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const start = plc.u32(i * 4);
    const end = plc.u32(i * 4 + 4);
    const entry = entriesAt + i * 8;
    const position = plc.u32(entry + 2);
    const isCompressed = fib.generation !== 'word97' || (position & COMPRESSED) !== 0;
    if (end <= start || end - start > main.length) continue;
    pieces.push({
      start,
      end,
      offset:
        fib.generation !== 'word97' ? position : isCompressed ? (position & ~COMPRESSED) >>> 1 : position,
      width: isCompressed ? 1 : 2,
      sprms: sprmsOf(plc.u16(entry + 6)),
    });
  }
  return pieces;
}

/** Reads the modifiers behind a piece's `prm`: one with a small operand, or a list of them (2.9.215, 2.9.216). */
function memoise(
  properties: readonly ByteView[],
  generation: WordGeneration,
): (prm: number) => readonly Sprm[] {
  const known = new Map<number, readonly Sprm[]>();
  return (prm) => {
    if (prm === 0) return NO_SPRMS;
    let sprms = known.get(prm);
    if (sprms === undefined) {
      const list = properties[prm >> 1];
      if ((prm & 1) === 0) sprms = shortSprm((prm >> 1) & 0x7f, prm >> 8);
      else sprms = list === undefined ? NO_SPRMS : readSprms(list, generation);
      known.set(prm, sprms);
    }
    return sprms;
  };
}

const SHORT_CODES: ReadonlyMap<number, number> = new Map<number, number>([
  [0x0c, SPRM.listLevel],
  [0x18, SPRM.isInTable],
  [0x19, SPRM.isRowEnd],
  [0x41, SPRM.isDeleted],
  [0x47, SPRM.isData],
  [0x4b, SPRM.isOle],
  [0x53, SPRM.plain],
  [0x55, SPRM.isBold],
  [0x56, SPRM.isItalic],
  [0x57, SPRM.isStruck],
  [0x5c, SPRM.isHidden],
  [0x68, SPRM.verticalPosition],
  [0x75, SPRM.isSpecial],
  [0x76, SPRM.isObject],
]);

function shortSprm(index: number, value: number): readonly Sprm[] {
  const code = SHORT_CODES.get(index);
  return code === undefined ? NO_SPRMS : [{ code, value, operand: undefined }];
}

/** The text in one stretch, as a file has it that was never saved fast. */
function onlyPiece(main: ByteView, fib: Fib): Piece {
  const stated = Object.values(fib.lengths).reduce((sum: number, length: number) => sum + length, 0);
  const end = fib.textEnd > fib.textStart ? Math.min(fib.textEnd, main.length) : main.length;
  const bytes = Math.max(end - fib.textStart, 0);
  // The end that is stated tells how wide characters are, also where the file was cut before it.
  const width = fib.generation === 'word97' && fib.textEnd - fib.textStart >= stated * 2 ? 2 : 1;
  const length = Math.min(stated === 0 ? bytes : stated, Math.floor(bytes / width));
  return { start: 0, end: length, offset: fib.textStart, width, sprms: NO_SPRMS };
}

function decodePiece(bytes: ByteView, width: 1 | 2, generation: WordGeneration): string {
  if (width === 2) return bytes.utf16(0, bytes.length >> 1);
  // Word 97 compresses what fits into Windows' Western characters, whatever the language.
  return generation === 'word97'
    ? new TextDecoder('windows-1252').decode(bytes.bytes)
    : Buffer.from(bytes.bytes.buffer, bytes.bytes.byteOffset, bytes.length).toString('latin1');
}
