import { pictureDescription } from '../office/picture-description.ts';
import { escapeAttribute, escapeText } from '../markup.ts';
import { chartTable } from '../ooxml/chart-table.ts';
import { diagramList } from '../ooxml/diagram-list.ts';
import type { OoxmlPackage } from '../ooxml/open-ooxml.ts';
import type { OutputBudget } from '../html-writer/output-budget.ts';
import { pictureUri } from '../html-writer/picture-uri.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { isTitle, placeholderOf, type SlideTemplate } from './placeholders.ts';
import { shapesInOrder, type ShapeBox } from '../slides/shape-order.ts';
import { MAX_GROUP_DEPTH } from '../slides/slide-html.ts';
import { slideTableHtml } from './slide-table.ts';
import { textBodyHtml } from './text-body.ts';
import { paragraphText } from './text-runs.ts';

/** The types of shapes that every slide of a deck repeats. */
const RUNNING_TYPES = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
/** Shapes that hold others. */
const HOLDERS = new Set(['p:grpSp', 'mc:AlternateContent']);
const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:grpSp', 'p:cxnSp', 'mc:AlternateContent']);

/** Bytes of pictures that a file may still show, and what was left out. */
export interface SlidePictureBudget {
  bytesLeft: number;
  /** Some are in formats that no page can show. */
  hasLeftOut: boolean;
  /** Some are those of embedded objects. */
  hasObjects: boolean;
  /** Some shapes are in groups too deep to be read. */
  hasDeepGroups: boolean;
  /** Some were left out. */
  isSpent: boolean;
}

export interface SlideContext {
  file: OoxmlPackage;
  links: Relationships;
  template: SlideTemplate;
  hasImages: boolean;
  pictures: SlidePictureBudget;
  /** Tables of the charts that were read, by part: one may stand on many slides. */
  charts: Map<string, string>;
  /** Characters that the presentation may still have. */
  text: OutputBudget;
}

/** The title of a shape tree, '' when it has none, and all its other shapes as HTML in reading order. */
export function shapeTreeHtml(
  tree: XmlElement | undefined,
  context: SlideContext,
): { title: string; body: string } {
  const shapes = shapesOf(tree);
  const titleShape = shapes.find((shape) => isTitle(placeholderOf(shape)) && titleOf(shape) !== '');
  const others = shapes.filter((shape) => shape !== titleShape);
  return { title: titleShape === undefined ? '' : titleOf(titleShape), body: shapesHtml(others, context, 0) };
}

function titleOf(shape: XmlElement): string {
  return childrenOf(childOf(shape, 'p:txBody'), 'a:p').map(paragraphText).join(' ').trim();
}

function shapesOf(parent: XmlElement | undefined): XmlElement[] {
  return (parent?.children ?? []).filter(
    (child): child is XmlElement => isElement(child) && SHAPES.has(child.name),
  );
}

function shapesHtml(shapes: readonly XmlElement[], context: SlideContext, depth: number): string {
  if (depth > MAX_GROUP_DEPTH) {
    context.pictures.hasDeepGroups ||= shapes.length > 0;
    return '';
  }
  const parts: string[] = [];
  for (const shape of shapesInOrder(shapes, (one) => boxOf(one, context.template))) {
    if (context.text.isExceeded) break;
    const html = shapeHtml(shape, context, depth);
    if (html === '') continue;
    parts.push(html);
    // Shapes in groups are counted where they stand.
    if (!HOLDERS.has(shape.name)) context.text.take(html.length);
  }
  return parts.join('\n');
}

function shapeHtml(shape: XmlElement, context: SlideContext, depth: number): string {
  const facts = factsOf(shape);
  if (facts['hidden'] === '1' || facts['hidden'] === 'true') return '';
  switch (shape.name) {
    case 'p:sp':
      return textShapeHtml(shape, context);
    case 'p:pic':
      return pictureHtml(shape, facts, context);
    case 'p:grpSp':
      return shapesHtml(shapesOf(shape), context, depth + 1);
    case 'p:graphicFrame':
      return frameHtml(shape, context, depth);
    case 'mc:AlternateContent': {
      const choices = [...childrenOf(shape, 'mc:Choice'), ...childrenOf(shape, 'mc:Fallback')];
      for (const choice of choices) {
        const html = shapesHtml(shapesOf(choice), context, depth + 1);
        if (html !== '') return html;
      }
      return '';
    }
    default:
      return '';
  }
}

/** Name, description and so on: attributes of the `p:cNvPr` in whatever holds it. */
function factsOf(shape: XmlElement): Readonly<Record<string, string>> {
  for (const child of shape.children) {
    if (isElement(child) && child.name.startsWith('p:nv')) return childOf(child, 'p:cNvPr')?.attributes ?? {};
  }
  return {};
}

function textShapeHtml(shape: XmlElement, { links, template }: SlideContext): string {
  const placeholder = placeholderOf(shape);
  if (placeholder !== undefined && RUNNING_TYPES.has(placeholder.type)) return '';
  return textBodyHtml(childOf(shape, 'p:txBody'), links, template.bulletsFor(placeholder));
}

function pictureHtml(
  shape: XmlElement,
  facts: Readonly<Record<string, string>>,
  { file, links, hasImages, pictures }: SlideContext,
): string {
  const alt = pictureDescription(facts['descr'] ?? '');
  const source = childOf(childOf(shape, 'p:blipFill'), 'a:blip')?.attributes['r:embed'];
  const part = source === undefined ? undefined : links.get(source);
  if (hasImages && part?.isExternal === false) {
    const uri = pictureData(file, part.target, pictures);
    if (uri !== undefined) return `<p><img src="${uri}" alt="${escapeAttribute(alt)}"></p>`;
  }
  return alt === '' ? '' : `<p><img alt="${escapeAttribute(alt)}"></p>`;
}

function pictureData(file: OoxmlPackage, part: string, pictures: SlidePictureBudget): string | undefined {
  const bytes = pictures.bytesLeft <= 0 ? undefined : file.read(part);
  if (bytes === undefined || bytes.length > pictures.bytesLeft) {
    pictures.isSpent ||= bytes !== undefined || pictures.bytesLeft <= 0;
    return undefined;
  }
  const uri = pictureUri(bytes);
  pictures.hasLeftOut ||= uri === undefined;
  if (uri !== undefined) pictures.bytesLeft -= bytes.length;
  return uri;
}

/** Tables, charts, diagrams and embedded objects (ECMA-376 part 1, section 19.3.1.21). */
function frameHtml(frame: XmlElement, context: SlideContext, depth: number): string {
  const data = childOf(childOf(frame, 'a:graphic'), 'a:graphicData');
  for (const child of data?.children ?? []) {
    if (!isElement(child)) continue;
    const html = graphicHtml(child, context, depth);
    if (html !== '') return html;
  }
  const alt = (factsOf(frame)['descr'] ?? '').trim();
  return alt === '' ? '' : `<p>${escapeText(alt)}</p>`;
}

function graphicHtml(graphic: XmlElement, context: SlideContext, depth: number): string {
  const { file, links } = context;
  const partOf = (id: string | undefined): XmlElement | undefined => {
    const part = links.get(id ?? '');
    return part === undefined || part.isExternal ? undefined : file.parse(part.target);
  };
  switch (graphic.name) {
    case 'a:tbl':
      return slideTableHtml(graphic, links);
    case 'c:chart':
      return chartHtml(graphic.attributes['r:id'], context);
    case 'dgm:relIds':
      return diagramList(partOf(graphic.attributes['r:dm']));
    case 'p:oleObj':
      context.pictures.hasObjects = true;
      return shapesHtml(shapesOf(graphic), context, depth + 1);
    case 'mc:AlternateContent':
      for (const choice of graphic.children) {
        if (!isElement(choice)) continue;
        for (const inner of choice.children) {
          const html =
            isElement(inner) && depth < MAX_GROUP_DEPTH ? graphicHtml(inner, context, depth + 1) : '';
          if (html !== '') return html;
        }
      }
      return '';
    default:
      return '';
  }
}

function chartHtml(id: string | undefined, { file, links, charts }: SlideContext): string {
  const part = links.get(id ?? '');
  if (part === undefined || part.isExternal) return '';
  const html = charts.get(part.target) ?? chartTable(file.parse(part.target));
  charts.set(part.target, html);
  return html;
}

/** Where a shape stands; placeholders without a place of their own have that of the layout. */
function boxOf(shape: XmlElement, template: SlideTemplate): ShapeBox | undefined {
  if (shape.name === 'mc:AlternateContent') {
    const inner = shapesOf(childOf(shape, 'mc:Choice') ?? childOf(shape, 'mc:Fallback'))[0];
    return inner === undefined || inner.name === shape.name ? undefined : boxOf(inner, template);
  }
  const own = ownBox(shape);
  if (own !== undefined) return own;
  const placeholder = placeholderOf(shape);
  if (placeholder === undefined) return undefined;
  for (const inherited of template.shapesFor(placeholder)) {
    const box = ownBox(inherited);
    if (box !== undefined) return box;
  }
  return undefined;
}

function ownBox(shape: XmlElement): ShapeBox | undefined {
  const transform =
    childOf(childOf(shape, 'p:spPr'), 'a:xfrm') ??
    childOf(childOf(shape, 'p:grpSpPr'), 'a:xfrm') ??
    childOf(shape, 'p:xfrm');
  const { x, y } = childOf(transform, 'a:off')?.attributes ?? {};
  const { cx, cy } = childOf(transform, 'a:ext')?.attributes ?? {};
  const box = { left: Number(x), top: Number(y), width: Number(cx ?? 0), height: Number(cy ?? 0) };
  return Object.values(box).every(Number.isFinite) ? box : undefined;
}
