import { removeInvisible } from '../../src/html/main-content/drop/remove-invisible.ts';
import { elementClass, MEDIA } from '../../src/html/main-content/measure/element-classes.ts';
import { isUnseen } from '../../src/html/main-content/measure/is-unseen.ts';
import { visibleTextBetween } from '../../src/html/main-content/measure/visible-text.ts';
import * as T from '../../src/html/tags.ts';
import type { RemovalMask, Tree } from '../../src/html/tree.ts';
import { wordsOf } from './word-f1.ts';

/** What became of the page's headings. */
export interface KeptHeadings {
  /** Whether a heading that says the marked title is kept; undefined when the page shows none. */
  readonly isTitleKept: boolean | undefined;
  /** Kept headings with nothing under them, although the page has something there; the title has the whole page. */
  readonly bare: number;
}

interface Heading {
  readonly node: number;
  readonly level: number;
  readonly isKept: boolean;
  /** Words and pictures of the page up to the next heading, and those of them that are kept. */
  shown: number;
  kept: number;
}

/** A heading that says this share of the title's words is the title: sites add their name to it. */
const TITLE_SHARE = 0.5;
/** What `spaced` makes of nothing. */
const NO_WORDS = '  ';

export function measureHeadings(
  tree: Tree,
  removed: RemovalMask,
  keptText: string,
  marked: string,
): KeptHeadings {
  const invisible = removeInvisible(tree);
  const headings = readHeadings(tree, removed, invisible);
  const title = spaced(marked);
  const titles = headings.filter(
    ({ node, level }) =>
      level <= 2 && saysTitle(spaced(visibleTextBetween(tree, node, tree.end[node]!, invisible)), title),
  );
  return {
    isTitleKept:
      titles.length === 0
        ? undefined
        : titles.some(({ isKept }) => isKept) || spaced(keptText).includes(title),
    bare: countBare(headings, new Set(titles)),
  };
}

function saysTitle(heading: string, title: string): boolean {
  if (title === NO_WORDS || heading === NO_WORDS) return false;
  return heading.includes(title) || (title.includes(heading) && heading.length > TITLE_SHARE * title.length);
}

function readHeadings(tree: Tree, removed: RemovalMask, invisible: RemovalMask): Heading[] {
  const headings: Heading[] = [];
  let removedUntil = 0;
  let headingUntil = 0;
  for (let node = 1; node < tree.length;) {
    const tag = tree.tag[node]!;
    if (invisible[node] !== 0 || (tag !== T.TEXT && isUnseen(tree, node))) {
      node = tree.end[node]!;
      continue;
    }
    if (removed[node] !== 0) removedUntil = Math.max(removedUntil, tree.end[node]!);
    const isKept = node >= removedUntil;
    if (
      tag >= T.H1 &&
      tag <= T.H6 &&
      node >= headingUntil &&
      wordsOf(visibleTextBetween(tree, node, tree.end[node]!, invisible)).length > 0
    ) {
      headings.push({ node, level: tag - T.H1 + 1, isKept, shown: 0, kept: 0 });
      headingUntil = tree.end[node]!;
    } else if (node >= headingUntil && headings.length > 0 && holdsContent(tree, node)) {
      const last = headings.at(-1)!;
      last.shown++;
      if (isKept) last.kept++;
    }
    node++;
  }
  return headings;
}

function holdsContent(tree: Tree, node: number): boolean {
  const tag = tree.tag[node]!;
  return tag === T.TEXT ? wordsOf(tree.text(node)).length > 0 : (elementClass(tag) & MEDIA) !== 0;
}

/** A heading has something under it when a text, a picture or a lower heading stands there. */
function countBare(headings: readonly Heading[], titles: ReadonlySet<Heading>): number {
  let bare = 0;
  for (const [at, heading] of headings.entries()) {
    if (!heading.isKept || heading.kept > 0 || titles.has(heading)) continue;
    let shown = heading.shown;
    let next = at + 1;
    // What follows a removed heading is under the kept one before it.
    while (next < headings.length && !headings[next]!.isKept && headings[next]!.level > heading.level)
      shown += headings[next++]!.shown + 1;
    const kept = headings.slice(at + 1, next).some((removed) => removed.kept > 0);
    const hasLower =
      next < headings.length && headings[next]!.isKept && headings[next]!.level > heading.level;
    if (shown > 0 && !kept && !hasLower) bare++;
  }
  return bare;
}

function spaced(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
