import type { ByteView } from '../../cfb/byte-view.ts';
import { type Blip, isBlip, readBlip } from '../../office-art/blip.ts';
import type { Fib } from '../fib.ts';
import {
  drawingRecords,
  OPTION_RECORD,
  readShapeOptions,
  RECORD,
  type DrawingRecord,
} from '../../office-art/office-art.ts';
import { readPlc } from '../text/plc.ts';

/** A shape that floats beside the text. */
export interface Shape {
  id: number;
  /** From 1 among the document's pictures; 0 for none. */
  picture: number;
  description: string;
  /** Text that is drawn as a picture. */
  wordArt: string;
}

/** Shapes of the main text, and the pictures that they show. */
export interface Drawings {
  /** A shape and those grouped with it, by the position of the anchor. */
  shapesAt(position: number): readonly Shape[];
  /** Picture of that number, from 1. */
  blip(picture: number): Blip | undefined;
}

const ANCHOR_LENGTH = 26;
const ENTRY_LENGTH = 36;

/** Reads the drawings ([MS-DOC] 2.9.172 OfficeArtContent, 2.8.37 PlcfSpa). */
export function readDrawings(main: ByteView, table: ByteView, fib: Fib): Drawings {
  const { groups, entries } = readContent(table.part(fib.drawings.at, fib.drawings.length));
  const anchors = readPlc(table, fib.shapeAnchors, ANCHOR_LENGTH);
  const byPosition = new Map(anchors.data.map((data, i) => [anchors.positions[i]!, data.u32(0)]));
  return {
    shapesAt(position) {
      const id = byPosition.get(position);
      if (id === undefined) return [];
      return groups.get(id) ?? [{ id, picture: 0, description: '', wordArt: '' }];
    },
    blip(picture) {
      const entry = entries[picture - 1];
      return entry === undefined ? undefined : blipOf(entry, main);
    },
  };
}

/** A picture follows its entry, or is in the main stream where the entry says. */
function blipOf(entry: ByteView, main: ByteView): Blip | undefined {
  const nameLength = entry.u8(33);
  const within = entry.part(ENTRY_LENGTH + nameLength, entry.length);
  const source = within.length > 8 ? within : main.part(entry.u32(28), main.length);
  const [record] = drawingRecords(source);
  if (record === undefined || !isBlip(record.type)) return undefined;
  return readBlip(record.type, record.instance, source.part(record.at, record.length));
}

interface Content {
  /** Shapes by the id that an anchor names: that of the shape, or of the outermost group. */
  groups: Map<number, Shape[]>;
  entries: ByteView[];
}

function readContent(bytes: ByteView): Content {
  const content: Content = { groups: new Map(), entries: [] };
  let at = 0;
  while (at + 8 <= bytes.length) {
    const isDrawing = bytes.u16(at + 2) === RECORD.drawing;
    const length = Math.min(bytes.u32(at + 4), bytes.length - at - 8);
    const part = bytes.part(at, length + 8);
    if (isDrawing) readShapes(part, content);
    else readEntries(part, content);
    // One byte before each drawing tells which part of the text it belongs to.
    at += length + 8 + 1;
  }
  return content;
}

function readEntries(part: ByteView, { entries }: Content): void {
  for (const { type, at, length } of drawingRecords(part)) {
    if (type === RECORD.pictureEntry) entries.push(part.part(at, length));
  }
}

function readShapes(part: ByteView, { groups }: Content): void {
  /** Ends of the groups that are open; the outermost is the drawing itself. */
  const ends: number[] = [];
  let group: Shape[] = [];
  let shape: Shape | undefined;
  for (const record of drawingRecords(part)) {
    while (ends.length > 0 && record.at > ends.at(-1)!) ends.pop();
    if (record.type === RECORD.shapeGroup) {
      ends.push(record.at + record.length);
      if (ends.length === 2) group = [];
    } else if (record.type === RECORD.shape) {
      shape = { id: part.u32(record.at), picture: 0, description: '', wordArt: '' };
      if (ends.length < 2) group = [];
      group.push(shape);
      if (group.length === 1) groups.set(shape.id, group);
    } else if (shape !== undefined && isOptions(record)) addOptions(shape, part, record);
  }
}

function isOptions({ type }: DrawingRecord): boolean {
  return type === RECORD.options || type === RECORD.secondOptions || type === RECORD.thirdOptions;
}

function addOptions(shape: Shape, part: ByteView, { at, length, instance }: DrawingRecord): void {
  const { numbers, texts } = readShapeOptions(part.part(at, length), instance);
  shape.picture = numbers.get(OPTION_RECORD.picture) ?? shape.picture;
  shape.description = texts.get(OPTION_RECORD.description) ?? shape.description;
  shape.wordArt = texts.get(OPTION_RECORD.wordArt) ?? shape.wordArt;
}
