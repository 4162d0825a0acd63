import * as tags from '../../tags.ts';
import { isBackReference, footnoteReference } from '../footnote.ts';
import type { Handler } from '../handler.ts';
import { SUBSCRIPT, SUPERSCRIPT } from '../inline/run.ts';
import type { MarkdownWriter } from '../writer.ts';
import { isHeading } from '../block-tags.ts';
import { linkDestination } from './link-destination.ts';
import { linkTitle } from './link-title.ts';
import { resolveLink } from './resolve-link.ts';

/** What a heading's link to itself shows: nothing, or a sign. */
const ANCHOR_TEXT = /^[\s#¶§†∞🔗⚓\u200B\uFEFF]*$/u;
const ANCHOR_CLASS =
  /(?:^|[\s_-])(?:anchor|headerlink|header-anchor|hash-link|heading-link|permalink|anchorjs-link)(?:$|[\s_-])/i;
const ANCHOR_NODES = 12;
/** Nodes of a link that are read to compare its text with its title. */
const TITLE_NODES = 24;

export const link: Handler = {
  open(writer, node) {
    const { tree } = writer;
    const href = tree.attribute(node, 'href');
    if (href !== undefined) {
      if (isBackReference(writer, node, href)) return false;
      const isRaised = (writer.marks & SUPERSCRIPT) !== 0 || tree.tag[node + 1] === tags.SUP;
      const reference = isRaised ? footnoteReference(writer, href) : undefined;
      if (reference !== undefined) {
        writer.bareAtom(reference);
        return false;
      }
      if (isHeadingAnchor(writer, node, href)) return false;
    }
    const isOwnHeading = href?.startsWith('#') === true && isInHeading(writer);
    const url = isOwnHeading ? undefined : resolveLink(href, writer.options);
    if (url === undefined) return true;
    writer.link = {
      node,
      destination: linkDestination(url),
      title: titleOf(writer, node),
      blocks: writer.isInFlow ? writer.survey.blockLinks.get(node) : undefined,
      isRaised: (writer.marks & (SUPERSCRIPT | SUBSCRIPT)) !== 0,
      outer: writer.link,
      paragraph: -1,
      target: 0,
    };
    return true;
  },
  close(writer, node) {
    if (writer.link?.node === node) writer.link = writer.link.outer;
  },
};

function isInHeading(writer: MarkdownWriter): boolean {
  return writer.place === 'line' && isHeading(writer.tree.tag[writer.placeOwner] as number);
}

/** A link in or beside a heading that only offers the heading's own address. */
function isHeadingAnchor(writer: MarkdownWriter, node: number, href: string): boolean {
  if (!href.includes('#')) return false;
  const { tree } = writer;
  const isMarked = ANCHOR_CLASS.test(tree.attribute(node, 'class') ?? '');
  if (!isMarked && !isInHeading(writer)) return false;
  const end = tree.end[node] as number;
  if (end - node > ANCHOR_NODES) return false;
  if (tree.attribute(node, 'aria-hidden') === 'true') return true;
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner] === tags.IMG) return false;
    if (tree.tag[inner] === tags.TEXT && !ANCHOR_TEXT.test(tree.text(inner))) return false;
  }
  return true;
}

/** A title that only repeats the link's text says nothing. */
function titleOf({ tree }: MarkdownWriter, node: number): string {
  const title = tree.attribute(node, 'title');
  if (title === undefined) return '';
  const end = Math.min(tree.end[node] as number, node + TITLE_NODES);
  let text = '';
  for (let inner = node + 1; inner < end; inner++)
    if (tree.tag[inner] === tags.TEXT) text += tree.text(inner);
  return spaceless(text) === spaceless(title) ? '' : linkTitle(title);
}

function spaceless(text: string): string {
  return text.replace(/\s+/g, '');
}
