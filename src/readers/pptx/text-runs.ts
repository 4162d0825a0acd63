import { linkAddress } from '../html-writer/link-address.ts';
import { ommlToMathml } from '../office/math/omml-to-mathml.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import {
  EMPHASIS_MARK,
  STRONG_MARK,
  STRUCK,
  SUBSCRIPT_MARK,
  SUPERSCRIPT_MARK,
} from '../text-document/marks.ts';
import type { TextRuns } from '../text-document/text-runs.ts';
import { childOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';

/** Deeper alternatives and formulas are not looked for. */
const MAX_DEPTH = 20;

/** Reads the content of a paragraph of DrawingML (ECMA-376 part 1, section 21.1.2). */
export function readRuns(paragraph: XmlElement, links: Relationships, runs: TextRuns): void {
  collect(paragraph, links, runs, 0);
}

/** A paragraph as plain text in one line. */
export function paragraphText(paragraph: XmlElement): string {
  return paragraph.children
    .filter(isElement)
    .map((child) => (child.name === 'a:br' ? ' ' : textOf(childOf(child, 'a:t'))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function collect(parent: XmlElement, links: Relationships, runs: TextRuns, depth: number): void {
  if (depth > MAX_DEPTH) return;
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    switch (child.name) {
      case 'a:r':
        addRun(child, links, runs);
        break;
      case 'a:fld':
        // The number of the slide says nothing outside of it.
        if (child.attributes['type'] !== 'slidenum') addRun(child, links, runs);
        break;
      case 'a:br':
        runs.addBreak();
        break;
      case 'm:oMath':
      case 'm:oMathPara':
        runs.addAtom(ommlToMathml(child, child.name === 'm:oMathPara'));
        break;
      case 'mc:AlternateContent':
        for (const choice of child.children) {
          const before = runs.length;
          if (isElement(choice)) collect(choice, links, runs, depth + 1);
          if (runs.length > before) break;
        }
        break;
      case 'a14:m':
        collect(child, links, runs, depth + 1);
        break;
      default:
    }
  }
}

function addRun(run: XmlElement, links: Relationships, runs: TextRuns): void {
  const properties = childOf(run, 'a:rPr');
  const marks = marksOf(properties?.attributes ?? {});
  const link = links.get(childOf(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
  const href = link?.isExternal === true ? linkAddress(link.target) : undefined;
  // A vertical tab is how some programs write a line break.
  for (const [index, line] of textOf(childOf(run, 'a:t'))
    .split(/[\v\n]/)
    .entries()) {
    if (index > 0) runs.addBreak(href);
    runs.addText(line, marks, href);
  }
}

function marksOf({ b, i, strike = 'noStrike', baseline = '0' }: XmlElement['attributes']): number {
  const shift = Number.parseInt(baseline, 10);
  let marks = 0;
  if (isOn(b)) marks |= STRONG_MARK;
  if (isOn(i)) marks |= EMPHASIS_MARK;
  if (strike !== 'noStrike') marks |= STRUCK;
  if (shift > 0) marks |= SUPERSCRIPT_MARK;
  if (shift < 0) marks |= SUBSCRIPT_MARK;
  return marks;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
