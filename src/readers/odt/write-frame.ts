import { LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { pictureUri } from '../html-writer/picture-uri.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { escapeAttribute } from '../markup.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { childOf, childrenOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';
import { formulaHtml } from './formula-html.ts';
import type { OdtContext } from './odt-context.ts';
import { ODF_NAMESPACES } from '../odf/odf-namespaces.ts';

const EMBEDDED = 'Embedded objects that hold no formula or table were read by their picture only.';

/** The content of a drawing: a part within the line, and blocks for after the paragraph. */
export interface DrawnContent {
  inline: string;
  blocks: string;
}

/** A frame with a picture, a formula or text (ODF 1.3 part 3, section 10.4), or a shape with text in it. */
export function readOdfDrawing(context: OdtContext, drawing: XmlElement, isBlock: boolean): DrawnContent {
  if (drawing.name === 'draw:g' || drawing.name === 'draw:page') {
    const parts = drawing.children.filter(isElement).map((child) => readOdfDrawing(context, child, false));
    return {
      inline: parts
        .map(({ inline }) => inline)
        .join(' ')
        .trim(),
      blocks: parts.map(({ blocks }) => blocks).join(''),
    };
  }
  if (drawing.name === 'draw:a') return linked(context, drawing, isBlock);
  if (drawing.name !== 'draw:frame') {
    // A shape: its text stands right in it.
    return drawing.name.startsWith('draw:') ? { inline: '', blocks: textIn(context, drawing) } : EMPTY;
  }
  return readFrame(context, drawing, isBlock);
}

const EMPTY: DrawnContent = { inline: '', blocks: '' };

function readFrame(context: OdtContext, frame: XmlElement, isBlock: boolean): DrawnContent {
  const box = childOf(frame, 'draw:text-box');
  if (box !== undefined) return { inline: '', blocks: textIn(context, box) };
  const table = childOf(frame, 'table:table');
  if (table !== undefined) return { inline: '', blocks: textIn(context, { ...frame, children: [table] }) };
  const object = childOf(frame, 'draw:object');
  const root = object === undefined ? undefined : objectRoot(context, object);
  const formula = root !== undefined && isFormula(root) ? formulaHtml(root, isBlock) : '';
  if (formula !== '') return { inline: formula, blocks: '' };
  // Charts and sheets: what they are made from is a table.
  const blocks = root === undefined || isFormula(root) ? '' : textIn(context, root);
  const inline = pictureHtml(context, frame);
  const isObject = object !== undefined || childOf(frame, 'draw:object-ole') !== undefined;
  if (isObject && blocks === '') context.warnings.add(EMBEDDED);
  return { inline, blocks };
}

function linked(context: OdtContext, link: XmlElement, isBlock: boolean): DrawnContent {
  const parts = link.children.filter(isElement).map((child) => readOdfDrawing(context, child, isBlock));
  const inline = parts.map((part) => part.inline).join('');
  const address = linkAddress(link.attributes['xlink:href'] ?? '');
  return {
    inline:
      inline === '' || address === undefined ? inline : `<a href="${escapeAttribute(address)}">${inline}</a>`,
    blocks: parts.map(({ blocks }) => blocks).join(''),
  };
}

function textIn(context: OdtContext, element: XmlElement): string {
  const out = new TextDocumentWriter(context.budget);
  context.writeBlocks(element.children, out, { indent: 0 });
  return out.finish();
}

function pictureHtml(context: OdtContext, frame: XmlElement): string {
  const title = textOf(childOf(frame, 'svg:title')).trim();
  const alt = title === '' ? textOf(childOf(frame, 'svg:desc')).trim() : title;
  const source = context.hasImages ? pictureSource(context, frame) : undefined;
  if (source === undefined && alt === '') return '';
  const src = source === undefined ? '' : ` src="${escapeAttribute(source)}"`;
  return `<img${src} alt="${escapeAttribute(alt)}">`;
}

/** A frame may hold one picture in several formats: the first that a page can show. */
function pictureSource(context: OdtContext, frame: XmlElement): string | undefined {
  let isLeftOut = false;
  for (const image of childrenOf(frame, 'draw:image')) {
    const data = childOf(image, 'office:binary-data');
    const href = image.attributes['xlink:href'] ?? '';
    if (data === undefined && /^https?:/i.test(href)) return href;
    if (context.budget.isExceeded) return undefined;
    const uri =
      data === undefined ? partUri(context, partName(href)) : pictureUri(Buffer.from(textOf(data), 'base64'));
    if (uri !== undefined) return uri;
    isLeftOut ||= data !== undefined || href !== '';
  }
  if (isLeftOut) context.warnings.add(LEFT_OUT_PICTURES);
  return undefined;
}

/** A picture may stand in many places, and is unpacked once. */
function partUri(context: OdtContext, name: string): string | undefined {
  if (context.pictures.has(name)) return context.pictures.get(name);
  const bytes = context.part(name);
  const uri = bytes === undefined ? undefined : pictureUri(bytes);
  context.pictures.set(name, uri);
  return uri;
}

/** Root element of an embedded object, which is in the frame itself or a part of its own. */
function objectRoot(context: OdtContext, object: XmlElement): XmlElement | undefined {
  const direct = object.children.find(isElement);
  if (direct !== undefined) return direct;
  const href = object.attributes['xlink:href'];
  if (href === undefined) return undefined;
  const name = `${partName(href).replace(/\/$/, '')}/content.xml`;
  if (context.objects.has(name)) return undefined;
  context.objects.add(name);
  const part = context.part(name);
  return part === undefined ? undefined : parseXml(part, ODF_NAMESPACES);
}

/** Older files name MathML by no prefix and no namespace. */
function isFormula({ name }: XmlElement): boolean {
  return name === 'math:math' || name === 'math';
}

function partName(href: string): string {
  return href.replace(/^(?:\.\/)+/, '');
}
