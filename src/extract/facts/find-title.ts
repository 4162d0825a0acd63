import type { MetadataNodes } from '../../html/metadata/nodes.ts';
import { elementText } from '../../html/metadata/text.ts';
import { factName } from './fact.ts';
import type { ShownPage } from './shown-walk.ts';

/** The heading that is the page's title; -1 for none. */
export interface PageTitle {
  readonly node: number;
  /** The head's title has its words, or no other heading of the page could be it. */
  readonly isSure: boolean;
}

/** A logo has fewer words. */
const LEAST_WORDS = 3;

/** Finds the title: of the h1 that have words the one that the head's title has, else the first. */
export function findTitle({ tree }: ShownPage, { headings, titles }: MetadataNodes): PageTitle {
  const [titleNode] = titles;
  const headTitle = titleNode === undefined ? '' : factName(elementText(tree, titleNode));
  const worded = headings.slice(0, 10).map((node) => ({ node, text: factName(elementText(tree, node)) }));
  const named = worded.find(({ text }) => text !== '' && headTitle.includes(text));
  const [first, ...others] = worded.filter(({ text }) => text !== '');
  const title = named ?? worded.find(({ text }) => isAlike(text, headTitle)) ?? first;
  if (title === undefined) return { node: -1, isSure: false };
  return {
    node: title.node,
    isSure:
      named !== undefined || (others.length === 0 && hasWords(title.text)) || isAlike(title.text, headTitle),
  };
}

function hasWords(text: string): boolean {
  return text.split(' ').length >= LEAST_WORDS;
}

/** Most words of a heading stand in the head's title as well. */
function isAlike(heading: string, headTitle: string): boolean {
  const words = heading.split(' ');
  const known = new Set(headTitle.split(' '));
  return words.length >= LEAST_WORDS && words.filter((word) => known.has(word)).length * 2 >= words.length;
}
