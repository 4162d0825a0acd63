import { shapesInOrder } from '../../slides/shape-order.ts';
import { LEFT_OUT_GROUPS, MAX_GROUP_DEPTH, type SlideText } from '../../slides/slide-html.ts';
import { TextDocumentWriter } from '../../text-document/text-document-writer.ts';
import { childOf, isElement, type XmlElement } from '../../xml/xml-element.ts';
import type { OdtContext } from '../odt-context.ts';
import { boxOf } from './shape-box.ts';

/** Classes of shapes that every slide of a deck repeats (ODF 1.3 part 3, section 19.389). */
const RUNNING_CLASSES = new Set(['header', 'footer', 'date-time', 'page-number', 'page', 'handout']);

/** Elements of a title whose text is none of it. */
const NO_WORDS = new Set(['office:annotation', 'text:note', 'text:page-number', 'svg:title', 'svg:desc']);
/** Elements that part words. */
const ENDS = new Set(['text:p', 'text:h', 'text:s', 'text:tab', 'text:line-break']);

/** Reads a `draw:page`: its title, its other shapes in reading order, and its notes. */
export function readSlide(context: OdtContext, page: XmlElement): SlideText {
  const shapes = shapesOf(page);
  const titleShape = shapes.find((shape) => classOf(shape) === 'title' && lineOf(shape) !== '');
  const others = shapes.filter((shape) => shape !== titleShape);
  const notes = shapesOf(childOf(page, 'presentation:notes')).filter((shape) => classOf(shape) === 'notes');
  const title = titleShape === undefined ? '' : lineOf(titleShape);
  context.budget.take(title.length);
  return {
    title,
    body: shapesHtml(context, others, 0),
    notes: notes.map((shape) => shapeHtml(context, shape, 0)).join(''),
  };
}

/** Shapes that show something of their own: what a placeholder without content asks for is not shown. */
function shapesOf(parent: XmlElement | undefined): XmlElement[] {
  return (parent?.children ?? []).filter(
    (child): child is XmlElement =>
      isElement(child) &&
      child.name.startsWith('draw:') &&
      !RUNNING_CLASSES.has(classOf(child)) &&
      child.attributes['presentation:placeholder'] !== 'true' &&
      !isHidden(child),
  );
}

function classOf({ attributes }: XmlElement): string {
  return attributes['presentation:class'] ?? '';
}

/** ODF 1.3 part 3, section 19.143. */
function isHidden({ attributes }: XmlElement): boolean {
  const display = attributes['draw:display'];
  return display === 'none' || display === 'printer';
}

function shapesHtml(context: OdtContext, shapes: readonly XmlElement[], depth: number): string {
  if (depth > MAX_GROUP_DEPTH) {
    if (shapes.length > 0) context.warnings.add(LEFT_OUT_GROUPS);
    return '';
  }
  return shapesInOrder(shapes, boxOf)
    .map((shape) => shapeHtml(context, shape, depth))
    .filter((html) => html !== '')
    .join('\n');
}

function shapeHtml(context: OdtContext, shape: XmlElement, depth: number): string {
  if (context.budget.isExceeded) return '';
  if (shape.name === 'draw:g') return shapesHtml(context, shapesOf(shape), depth + 1);
  const out = new TextDocumentWriter(context.budget);
  context.writeBlocks([shape], out, { indent: 0 });
  return out.finish();
}

/** The text of a shape in one line. */
function lineOf(shape: XmlElement): string {
  return wordsOf(shape).replace(/\s+/g, ' ').trim();
}

/** The parser has bounded how deep elements are. */
function wordsOf({ name, children }: XmlElement): string {
  if (NO_WORDS.has(name)) return '';
  const words = children.map((child) => (isElement(child) ? wordsOf(child) : child)).join('');
  return ENDS.has(name) ? `${words} ` : words;
}
