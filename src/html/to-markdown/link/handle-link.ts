import * as tags from '../../tags.ts';
import { isBackReference, footnoteReference } from '../footnote.ts';
import { isNoteReference } from '../footnote-survey.ts';
import type { Handler } from '../handler.ts';
import { SUBSCRIPT, SUPERSCRIPT } from '../inline/run.ts';
import type { MarkdownWriter } from '../writer.ts';
import { isHeading } from '../block-tags.ts';
import { linkDestination } from './link-destination.ts';
import { linkTitle } from './link-title.ts';
import { shownHref } from './protected-address.ts';

/** The text of a heading's link to itself: nothing, or a sign. */
const ANCHOR_TEXT = /^[\s#¶§†∞🔗⚓\u200B\uFEFF]*$/u;
/** The words of a link at the end of a heading that only leads elsewhere on the page, or to the heading itself. */
const ANCHOR_WORDS =
  /^\s*(?:(?:back to )?top|(?:perma|direct |copy )?link(?: to this (?:section|heading))?)\s*$/i;
const ANCHOR_CLASS =
  /(?:^|[\s_-])(?:anchor|headerlink|header-anchor|hash-link|heading-link|permalink|anchorjs-link)(?:$|[\s_-])/i;
const ANCHOR_NODES = 12;
/** Longer headings are not searched for what follows a link. */
const HEADING_NODES = 100;
/** Nodes of a link that are read to compare its text with its title. */
const TITLE_NODES = 24;

export const link: Handler = {
  open(writer, node) {
    const { tree } = writer;
    const href = shownHref(tree, node);
    if (href !== undefined) {
      if (isBackReference(writer, node, href)) return false;
      const isRaised = (writer.marks & SUPERSCRIPT) !== 0 || tree.tag[node + 1] === tags.SUP;
      const reference = isRaised || refersToNote(writer, node) ? footnoteReference(writer, href) : undefined;
      if (reference !== undefined) {
        writer.bareAtom(reference);
        return false;
      }
      if (isHeadingAnchor(writer, node, href)) return false;
    }
    const isOwnHeading = href?.startsWith('#') === true && isInHeading(writer);
    const url = isOwnHeading ? undefined : writer.resolver.resolve(href);
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

function refersToNote({ tree, survey }: MarkdownWriter, node: number): boolean {
  return survey.footnotes.size > 0 && isNoteReference(tree, node);
}

function isInHeading(writer: MarkdownWriter): boolean {
  return writer.place === 'line' && isHeading(writer.tree.tag[writer.placeOwner]!);
}

/** A link in or beside a heading that only offers the heading's own address. */
function isHeadingAnchor(writer: MarkdownWriter, node: number, href: string): boolean {
  if (!href.includes('#')) return false;
  const { tree } = writer;
  const isMarked = ANCHOR_CLASS.test(tree.attribute(node, 'class') ?? '');
  if (!isMarked && !isInHeading(writer)) return false;
  const end = tree.end[node]!;
  if (end - node > ANCHOR_NODES) return false;
  if (tree.attribute(node, 'aria-hidden') === 'true') return true;
  let saysWords = false;
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner] === tags.IMG) return false;
    if (tree.tag[inner] !== tags.TEXT || ANCHOR_TEXT.test(tree.text(inner))) continue;
    if (!ANCHOR_WORDS.test(tree.text(inner))) return false;
    saysWords = true;
  }
  return !saysWords || (href.startsWith('#') && endsHeading(writer, node));
}

/** Whether a link is the last that a heading says, and not all of it. */
function endsHeading({ tree, placeOwner }: MarkdownWriter, node: number): boolean {
  const end = tree.end[placeOwner]!;
  if (end - placeOwner > HEADING_NODES) return false;
  const hasText = (from: number, to: number): boolean => {
    for (let inner = from; inner < to; inner++) {
      if (tree.tag[inner] === tags.TEXT && !ANCHOR_TEXT.test(tree.text(inner))) return true;
    }
    return false;
  };
  return hasText(placeOwner, node) && !hasText(tree.end[node]!, end);
}

/** A title that only repeats the link's text says nothing. */
function titleOf({ tree }: MarkdownWriter, node: number): string {
  const title = tree.attribute(node, 'title');
  if (title === undefined) return '';
  const end = Math.min(tree.end[node]!, node + TITLE_NODES);
  let text = '';
  for (let inner = node + 1; inner < end; inner++)
    if (tree.tag[inner] === tags.TEXT) text += tree.text(inner);
  return spaceless(text) === spaceless(title) ? '' : linkTitle(title);
}

function spaceless(text: string): string {
  return text.replace(/\s+/g, '');
}
