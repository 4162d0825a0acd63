import { childOf, type XmlElement } from '../../xml/xml-element.ts';
import { leftIndent, toInteger, valueOf } from '../property-value.ts';
import type { DocxDocument } from '../story.ts';
import type { ParagraphStyle } from '../styles/style.ts';

/** The format of a paragraph by its properties (`w:pPr`) and its style together. */
export interface ParagraphFormat {
  style: ParagraphStyle;
  /** Number of the list that it is in; undefined for none. */
  list: string | undefined;
  listLevel: number;
  /** The paragraph's own level: 0 to 8, 9 for text. */
  outlineLevel: number | undefined;
  /** The paragraph's own indent, twentieths of a point. */
  indent: number | undefined;
  /** The next paragraph goes on in the same line: its mark is deleted, or it is a large initial. */
  isJoined: boolean;
  /** It has a line above or below and no frame. */
  hasLine: boolean;
}

/** The list with this number is none: it takes a paragraph out of the list of its style. */
const NO_LIST = '0';

export function paragraphFormat(properties: XmlElement | undefined, document: DocxDocument): ParagraphFormat {
  const styleId = valueOf(properties, 'w:pStyle');
  const style = document.styles.paragraph(styleId);
  const numbering = childOf(properties, 'w:numPr');
  const ownList = valueOf(numbering, 'w:numId');
  const list = ownList ?? style.list;
  return {
    style,
    list: list === NO_LIST ? undefined : list,
    listLevel: toInteger(valueOf(numbering, 'w:ilvl')) ?? levelOf(list, styleId, style, document),
    outlineLevel: toInteger(valueOf(properties, 'w:outlineLvl')),
    indent: leftIndent(properties),
    isJoined: isJoined(properties),
    hasLine: hasLine(childOf(properties, 'w:pBdr')),
  };
}

function levelOf(
  list: string | undefined,
  styleId: string | undefined,
  style: ParagraphStyle,
  { lists }: DocxDocument,
): number {
  if (list === undefined) return 0;
  const linked = styleId === undefined ? undefined : lists.levelOfStyle(list, styleId);
  return linked ?? (list === style.list ? style.listLevel : undefined) ?? 0;
}

function isJoined(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, 'w:rPr');
  if (childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined) return true;
  const initial = childOf(properties, 'w:framePr')?.attributes['w:dropCap'];
  return initial !== undefined && initial !== 'none';
}

function hasLine(borders: XmlElement | undefined): boolean {
  if (borders === undefined) return false;
  const has = (side: string): boolean => !/^(?:none|nil)$/.test(valueOf(borders, side) ?? 'none');
  return (has('w:bottom') || has('w:top')) && !has('w:left') && !has('w:right');
}
