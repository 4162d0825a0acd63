import { escapeText } from '../../markup.ts';
import { childOf, textOf, type XmlElement } from '../../xml/xml-element.ts';

const TOKEN = /\p{Nd}+(?:[.,]\p{Nd}+)*|\p{L}\p{M}*|\s+|[^\p{L}\p{Nd}\s]/gu;
const WORD = /^\p{L}[\p{L}\p{Nd}]+$/u;
/** Letters with a double stroke that have characters of their own. */
const DOUBLE_STRUCK: Readonly<Record<string, string>> = {
  C: 'ℂ',
  H: 'ℍ',
  N: 'ℕ',
  P: 'ℙ',
  Q: 'ℚ',
  R: 'ℝ',
  Z: 'ℤ',
};

/** A run of a formula (`m:r`) as identifiers, numbers and operators; text between formulas stays text. */
export function runTokens(run: XmlElement): string[] {
  let text = '';
  for (const child of run.children) {
    if (typeof child !== 'string' && (child.name === 'm:t' || child.name === 'w:t')) text += textOf(child);
  }
  if (text === '') return [];
  const properties = childOf(run, 'm:rPr');
  if (childOf(properties, 'm:nor') !== undefined) return [`<mtext>${escapeText(text)}</mtext>`];
  const isPlain = childOf(properties, 'm:sty')?.attributes['m:val'] === 'p';
  // An upright word is a name, such as that of a function.
  if (isPlain && WORD.test(text.trim())) return [`<mi>${escapeText(text.trim())}</mi>`];
  const isDoubleStruck = childOf(properties, 'm:scr')?.attributes['m:val'] === 'double-struck';
  const tokens: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const element = toElement(isDoubleStruck ? (DOUBLE_STRUCK[token] ?? token) : token);
    if (element !== '') tokens.push(element);
  }
  return tokens;
}

function toElement(token: string): string {
  // An ampersand aligns the lines of an equation array.
  if (token === '&' || token.trim() === '') return '';
  if (/^\p{Nd}/u.test(token)) return `<mn>${escapeText(token)}</mn>`;
  if (/^\p{L}/u.test(token)) return `<mi>${escapeText(token)}</mi>`;
  return `<mo>${escapeText(token)}</mo>`;
}
