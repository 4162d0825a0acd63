import type { ByteView } from '../cfb/byte-view.ts';
import { OPTION_RECORD, readShapeOptions } from '../office-art/office-art.ts';
import type { ShapeBox } from '../slides/shape-order.ts';
import { PPT_RECORD, type PptRecord, type Records } from './records.ts';
import { TextCollector, type LinkTargets, type TextBlock } from './text-block.ts';
import { readNumberings, type AutoNumber } from './text-style.ts';

/** A shape of a slide, or a group of them. */
export interface SlideShape {
  box: ShapeBox | undefined;
  /** The place of a master or layout that it fills; 0 for a shape of its own ([MS-PPT] 2.13.23). */
  placeholder: number;
  /** The kind of its outline ([MS-ODRAW] 2.4.24). */
  outline: number;
  texts: TextBlock[];
  numberings: ReadonlyArray<AutoNumber | undefined>;
  description: string;
  /** Text of WordArt. */
  wordArt: string;
  /** Number of its picture, from 1; 0 for none. */
  picture: number;
  hasObject: boolean;
  isTable: boolean;
  /** Undefined for a shape that is no group. */
  members: SlideShape[] | undefined;
}

/** Groups in groups; deeper ones are not read. */
const MAX_DEPTH = 50;
/** Flags of a shape ([MS-ODRAW] 2.2.40). */
const PATRIARCH = 4;
const DELETED = 8;
const TABLE = 0x39f;
/** AutoNumber stands in the data of a tag with this name ([MS-PPT] 2.11.26). */
const NUMBERING_TAG = '___PPT9';

/** Reads the shapes of a slide or of notes, in the order of the file. */
export function readShapes(records: Records, slide: PptRecord, targets: LinkTargets): SlideShape[] {
  const drawing = records.find(records.find(slide, PPT_RECORD.drawing), PPT_RECORD.drawingContainer);
  const group = records.find(drawing, PPT_RECORD.shapeGroup);
  return group === undefined ? [] : (readGroup(records, group, targets, 0).members ?? []);
}

/** The first shape of a group says where the group itself stands ([MS-ODRAW] 2.2.16). */
function readGroup(records: Records, group: PptRecord, targets: LinkTargets, depth: number): SlideShape {
  const members: SlideShape[] = [];
  let whole: SlideShape | undefined;
  for (const record of records.within(group)) {
    if (record.type === PPT_RECORD.shape) {
      const shape = readShape(records, record, targets);
      if (whole === undefined) whole = shape ?? emptyShape();
      else if (shape !== undefined) members.push(shape);
    } else if (record.type === PPT_RECORD.shapeGroup) {
      if (depth < MAX_DEPTH) members.push(readGroup(records, record, targets, depth + 1));
      else records.noteLoss();
    }
  }
  return { ...(whole ?? emptyShape()), members };
}

function emptyShape(): SlideShape {
  return {
    box: undefined,
    placeholder: 0,
    outline: 0,
    texts: [],
    numberings: [],
    description: '',
    wordArt: '',
    picture: 0,
    hasObject: false,
    isTable: false,
    members: undefined,
  };
}

/** Undefined for a shape that was deleted. */
function readShape(records: Records, holder: PptRecord, targets: LinkTargets): SlideShape | undefined {
  const shape = emptyShape();
  for (const record of records.within(holder)) {
    const content = records.content(record);
    switch (record.type) {
      case PPT_RECORD.shapeAtom:
        shape.outline = record.instance;
        if ((content.u32(4) & DELETED) !== 0 && (content.u32(4) & PATRIARCH) === 0) return undefined;
        break;
      case PPT_RECORD.options:
      case PPT_RECORD.tertiaryOptions:
        readOptions(content, record.instance, shape);
        break;
      case PPT_RECORD.anchor:
        shape.box = anchorBox(content);
        break;
      case PPT_RECORD.childAnchor:
        shape.box = boxOf(content.i32(0), content.i32(4), content.i32(8), content.i32(12));
        break;
      case PPT_RECORD.clientData:
        readClientData(records, record, shape);
        break;
      case PPT_RECORD.textbox: {
        const collector = new TextCollector(records, targets);
        for (const part of records.within(record)) collector.add(part);
        shape.texts = collector.blocks;
        break;
      }
      default:
    }
  }
  return shape;
}

function readOptions(content: ByteView, count: number, shape: SlideShape): void {
  const { numbers, texts } = readShapeOptions(content, count);
  shape.picture = numbers.get(OPTION_RECORD.picture) ?? shape.picture;
  shape.description = texts.get(OPTION_RECORD.description) ?? shape.description;
  shape.wordArt = texts.get(OPTION_RECORD.wordArt) ?? shape.wordArt;
  if (((numbers.get(TABLE) ?? 0) & 1) !== 0) shape.isTable = true;
}

function readClientData(records: Records, data: PptRecord, shape: SlideShape): void {
  for (const record of records.within(data)) {
    if (record.type === PPT_RECORD.placeholder) shape.placeholder = records.view.u8(record.at + 4);
    else if (record.type === PPT_RECORD.externalObjectRef) shape.hasObject = true;
    else if (record.type === PPT_RECORD.programTags) {
      for (const tag of records.within(record)) readTag(records, tag, shape);
    }
  }
}

function readTag(records: Records, tag: PptRecord, shape: SlideShape): void {
  const name = records.find(tag, PPT_RECORD.string);
  if (name === undefined || records.view.utf16(name.at, name.length >> 1) !== NUMBERING_TAG) return;
  const style = records.find(records.find(tag, PPT_RECORD.programTagData), PPT_RECORD.textStyle9);
  if (style !== undefined) shape.numberings = readNumberings(records.content(style));
}

/** Anchors of slides are short, those that other programs write may be long ([MS-PPT] 2.7.1). */
function anchorBox(content: ByteView): ShapeBox {
  return content.length >= 16
    ? boxOf(content.i32(4), content.i32(0), content.i32(8), content.i32(12))
    : boxOf(content.i16(2), content.i16(0), content.i16(4), content.i16(6));
}

function boxOf(left: number, top: number, right: number, bottom: number): ShapeBox {
  return { left, top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) };
}
