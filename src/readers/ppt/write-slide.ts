import type { OutputBudget } from '../html-writer/output-budget.ts';
import { escapeAttribute, escapeText } from '../markup.ts';
import { pictureDescription } from '../office/picture-description.ts';
import { shapesInOrder } from '../slides/shape-order.ts';
import type { SlideText } from '../slides/slide-html.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import type { MasterBullets } from './master-bullets.ts';
import type { SlidePictures } from './slide-pictures.ts';
import type { SlideShape } from './slide-shape.ts';
import { tableRows } from './slide-table.ts';
import { isTitleText, type TextBlock } from './text-block.ts';
import { lineOfText, writeText } from './write-text.ts';

/** Places for dates, numbers, footers, headers and the picture of the slide, which every slide of a deck repeats ([MS-PPT] 2.13.23). */
const RUNNING_PLACES: ReadonlySet<number> = new Set([7, 8, 9, 10, 11]);
const TITLE_PLACES: ReadonlySet<number> = new Set([13, 15, 17]);
const NOTES_PLACE = 12;
const NOTES_TEXT = 2;
/** Cells of a table are shapes, and have no look that is told of a row. */
const TABLE_LOOK = { hasWidths: false, hasFirstRow: false };

/** The file that the slides are written from. */
export interface SlideFacts {
  budget: OutputBudget;
  hasImages: boolean;
  pictures: SlidePictures;
  losses: { objects: boolean };
  hasBullet: MasterBullets;
  /** Texts of the slide in the list of slides. */
  listed: readonly TextBlock[];
  /** The shape that shows each of them. */
  owners: Map<TextBlock, SlideShape>;
}

/** Writes the shapes of a slide: its title, and all others in reading order. */
export function writeSlide(shapes: readonly SlideShape[], facts: SlideFacts): Omit<SlideText, 'notes'> {
  const titleShape = shapes.find((shape) => isTitle(shape, facts) && titleOf(shape, facts) !== '');
  const title = titleShape === undefined ? '' : titleOf(titleShape, facts);
  facts.budget.take(title.length);
  const others = shapes.filter((shape) => shape !== titleShape);
  return { title, body: shapesHtml(others, facts) };
}

/** Writes the texts of notes, without the picture of the slide and what stands around it. */
export function writeNotes(shapes: readonly SlideShape[], facts: SlideFacts): string {
  return shapes
    .filter(
      (shape) => shape.placeholder === NOTES_PLACE || shape.texts.some(({ type }) => type === NOTES_TEXT),
    )
    .map((shape) => textsHtml(shape, facts))
    .join('');
}

/** Writes the texts of a slide whose shapes cannot be read. */
export function writeListed(facts: SlideFacts): Omit<SlideText, 'notes'> {
  const title = facts.listed.find((block) => isTitleText(block) && lineOfText(block) !== '');
  const others = facts.listed.filter((block) => block !== title);
  const place = { ...facts, numberings: [] };
  return {
    title: title === undefined ? '' : lineOfText(title),
    body: others.map((block) => writeText(block, place, false).finish()).join(''),
  };
}

function isTitle(shape: SlideShape, facts: SlideFacts): boolean {
  return TITLE_PLACES.has(shape.placeholder) || textsOf(shape, facts).some(isTitleText);
}

function titleOf(shape: SlideShape, facts: SlideFacts): string {
  return textsOf(shape, facts).map(lineOfText).join(' ').trim();
}

/** Texts of a shape; those that stand in the list of slides are shown by the first shape that refers to them. */
function textsOf(shape: SlideShape, { listed, owners }: SlideFacts): TextBlock[] {
  return shape.texts.flatMap((block) => {
    if (block.outline === undefined) return block;
    const found = listed[block.outline];
    if (found === undefined) return [];
    const owner = owners.get(found) ?? shape;
    owners.set(found, owner);
    return owner === shape ? found : [];
  });
}

function shapesHtml(shapes: readonly SlideShape[], facts: SlideFacts): string {
  return shapesInOrder(shapes, ({ box }) => box)
    .map((shape) => shapeHtml(shape, facts))
    .filter((html) => html !== '')
    .join('\n');
}

/** The reader has bounded how deep groups are. */
function shapeHtml(shape: SlideShape, facts: SlideFacts): string {
  if (facts.budget.isExceeded || RUNNING_PLACES.has(shape.placeholder)) return '';
  if (shape.hasObject) facts.losses.objects = true;
  if (shape.members !== undefined)
    return shape.isTable ? tableHtmlOf(shape.members, facts) : shapesHtml(shape.members, facts);
  const text = textsHtml(shape, facts);
  if (text !== '') return text;
  if (shape.wordArt !== '') {
    return facts.budget.take(shape.wordArt.length) ? `<p>${escapeText(shape.wordArt.trim())}</p>` : '';
  }
  return shape.picture === 0 ? '' : pictureHtml(shape, facts);
}

function textsHtml(shape: SlideShape, facts: SlideFacts): string {
  const place = { ...facts, numberings: shape.numberings };
  return textsOf(shape, facts)
    .map((block) => writeText(block, place, false).finish())
    .join('');
}

function pictureHtml(
  { picture, description }: SlideShape,
  { hasImages, pictures, budget }: SlideFacts,
): string {
  const alt = pictureDescription(description);
  const uri = hasImages ? pictures.uri(picture) : undefined;
  if ((uri === undefined && alt === '') || !budget.take(alt.length)) return '';
  const source = uri === undefined ? '' : ` src="${uri}"`;
  return `<p><img${source} alt="${escapeAttribute(alt)}"></p>`;
}

function tableHtmlOf(members: readonly SlideShape[], facts: SlideFacts): string {
  const out = new TextDocumentWriter(facts.budget);
  const rows = tableRows(members, (cell) => {
    const place = { ...facts, numberings: cell.numberings };
    const [block] = textsOf(cell, facts);
    const writer =
      block === undefined ? new TextDocumentWriter(facts.budget, true) : writeText(block, place, true);
    return writer.finishCell();
  });
  if (rows === undefined) return shapesHtml(members, facts);
  out.table(rows, TABLE_LOOK);
  return out.finish();
}
