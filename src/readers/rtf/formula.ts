import { ommlToMathml } from '../office/math/omml-to-mathml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { Destination } from './destination.ts';

/** Parts that nest deeper in a formula are left out. */
const MAX_DEPTH = 60;
const NAME = /^m[A-Za-z]{1,20}$/;

/**
 * Reads a formula, whose groups are the elements of Office Math with an `m` before their names (RTF 1.9.1, "Mathematics").
 * `onEnd` gets MathML; '' for a formula that shows nothing.
 */
export function formulaDestination(name: 'oMath' | 'oMathPara', onEnd: (html: string) => void): Destination {
  const root: XmlElement = { name: `m:${name}`, attributes: {}, children: [] };
  return {
    ...elementDestination(root, 1),
    end: () => onEnd(ommlToMathml(root, name === 'oMathPara')),
  };
}

function elementDestination(element: XmlElement, depth: number): Destination {
  let text = '';
  return {
    text(more) {
      text += more;
      // Groups without a word of their own only hold text, so it is added as it comes.
      if (element.name === 'm:r') element.children.push({ name: 'm:t', attributes: {}, children: [more] });
    },
    child(word) {
      if (!NAME.test(word)) return undefined;
      if (depth >= MAX_DEPTH) return {};
      const child: XmlElement = { name: `m:${word.slice(1)}`, attributes: {}, children: [] };
      element.children.push(child);
      return elementDestination(child, depth + 1);
    },
    end() {
      // A property has its value as its text.
      if (element.name !== 'm:r' && text !== '') element.attributes = { 'm:val': text.trim() };
    },
  };
}
