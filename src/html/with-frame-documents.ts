import { GraftedTree, type Graft } from './grafted-tree.ts';
import { parseHtml } from './parse.ts';
import * as T from './tags.ts';
import type { Tree } from './tree.ts';

/** Frames within frames. */
const MAX_DEPTH = 3;
/** The frames of a page whose documents are read: as many as a browser is asked for. */
const MAX_FRAMES = 50;
/** Smaller frames are counters and beacons. */
const MIN_FRAME_PIXELS = 32;
/** Elements whose text is not shown. */
const SILENT: ReadonlySet<number> = new Set([T.SCRIPT, T.STYLE, T.TEMPLATE, T.NOEMBED, T.NOFRAMES]);

interface FrameBudget {
  frames: number;
}

/**
 * The page with the documents that its frames bring along (`srcdoc`) in their places, where a browser would show them.
 * A document without a word stays out when the frame has an address too: it is a picture to click at, and the address
 * says more. Each document is parsed once, so the work is linear in the page.
 */
export function withFrameDocuments(tree: Tree): Tree {
  return graftDocuments(tree, 1, { frames: MAX_FRAMES });
}

/** The depth of the calls is that of frames within frames, not that of a tree. */
function graftDocuments(tree: Tree, depth: number, budget: FrameBudget): Tree {
  const grafts = new Map<number, Graft>();
  for (const node of tree.elementsWith('srcdoc')) {
    if (budget.frames === 0) break;
    if (tree.tag[node] !== T.IFRAME || tree.namespace[node] !== 0 || isBeacon(tree, node)) continue;
    budget.frames--;
    const parsed = parseHtml(tree.attribute(node, 'srcdoc') ?? '');
    const document = depth < MAX_DEPTH ? graftDocuments(parsed, depth + 1, budget) : parsed;
    // Its head would say things about the page around it.
    const root = document.tag.indexOf(T.BODY);
    if (root === -1 || (tree.attribute(node, 'src') !== undefined && !hasWords(document, root))) continue;
    grafts.set(node, { tree: document, root, url: 'about:srcdoc' });
  }
  return grafts.size === 0 ? tree : new GraftedTree(tree, grafts);
}

function isBeacon(tree: Tree, frame: number): boolean {
  return ['width', 'height'].some((name) => {
    const pixels = /^\s*(\d+)(?![\d.]*%)/.exec(tree.attribute(frame, name) ?? '')?.[1];
    return pixels !== undefined && Number(pixels) < MIN_FRAME_PIXELS;
  });
}

function hasWords(tree: Tree, root: number): boolean {
  const end = tree.end[root]!;
  for (let node = root + 1; node < end;) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXT && /[\p{L}\p{N}]/u.test(tree.text(node))) return true;
    node = SILENT.has(tag) ? tree.end[node]! : node + 1;
  }
  return false;
}
