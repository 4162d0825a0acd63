import { isMathElement } from '../office/math/is-math-element.ts';
import { escapeAttribute, escapeText } from '../markup.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';

/** Elements of one formula; more is no formula. */
const MAX_ELEMENTS = 20_000;
/** Attributes that change what a formula means (MathML 3, section 3). */
const ATTRIBUTES = [
  'mathvariant',
  'open',
  'close',
  'separators',
  'notation',
  'accent',
  'accentunder',
  'linethickness',
];

/** A formula as MathML for a page; empty when there is nothing in it. `isBlock` for one that stands alone. */
export function formulaHtml(math: XmlElement, isBlock: boolean): string {
  const parts: string[] = [];
  let elements = 0;
  let hasContent = false;
  const write = (element: XmlElement): void => {
    for (const child of element.children) {
      if (!isElement(child)) {
        hasContent ||= child.trim() !== '';
        parts.push(escapeText(child));
        continue;
      }
      const name = child.name.replace(/^.*:/, '');
      // Annotations say the same again in the language of the program.
      if (name === 'annotation' || !isMathElement(name) || ++elements > MAX_ELEMENTS) continue;
      const attributes = ATTRIBUTES.filter((key) => child.attributes[key] !== undefined).map(
        (key) => ` ${key}="${escapeAttribute(child.attributes[key]!)}"`,
      );
      parts.push(`<${name}${attributes.join('')}>`);
      write(child);
      parts.push(`</${name}>`);
    }
  };
  write(math);
  return hasContent ? `<math${isBlock ? ' display="block"' : ''}>${parts.join('')}</math>` : '';
}
