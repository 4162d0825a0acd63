import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import { isLoadingText, isScriptDemand } from './waiting-texts.ts';
import { weighText } from './weigh-text.ts';

/** Names that the starter templates of the frameworks give to the element they render into. */
const ROOT_IDS: ReadonlySet<string> = new Set([
  'root',
  'app',
  'app-root',
  'approot',
  'app_root',
  'app-container',
  'app-mount',
  'main-app',
  'application',
  'react-root',
  'reactroot',
  'react-app',
  'vue-app',
  'svelte',
  'svelte-app',
  'ember-app',
  'q-app',
  '__next',
  '__nuxt',
  '___gatsby',
  '__layout',
  'gatsby-focus-wrapper',
  '_app',
  '__app',
  'spa-root',
  'mount',
]);
const ROOT_NAME = /(?:^|-)(?:app|root|shell|application)(?:-|$)|^flutter-view$|^flt-/;

/** A splash of more nodes is a page. */
const MAX_NODES = 60;
/** Next to nothing: a name, a word below a spinner. */
const MAX_WEIGHT = 40;
/** A logo and its shadow. */
const MAX_PICTURES = 2;
/** Roots stand near the body; further down the same names belong to small things. */
const MAX_DEPTH = 4;

const SILENT: ReadonlySet<number> = new Set([T.SCRIPT, T.STYLE, T.SVG, T.TEMPLATE, T.NOSCRIPT, T.IFRAME]);

/** Whether `node` is the element that an application renders into, with next to nothing in it. */
export function isEmptyAppRoot(tree: Tree, node: number): boolean {
  if (tree.end[node]! - node > MAX_NODES || !isRootTag(tree.tag[node]!)) return false;
  return isNamedAsRoot(tree, node) && isNearBody(tree, node) && isEmpty(tree, node);
}

/** The first of them in the page; undefined when there is none. */
export function findEmptyAppRoot(tree: Tree): number | undefined {
  for (let node = 1; node < tree.length; node++) if (isEmptyAppRoot(tree, node)) return node;
  return undefined;
}

/** How a person would name the element: `div#root`, `my-app`. */
export function describeElement(tree: Tree, node: number): string {
  const id = tree.attribute(node, 'id');
  return id ? `${tree.name(node)}#${id}` : tree.name(node);
}

function isRootTag(tag: number): boolean {
  return tag === T.DIV || tag === T.MAIN || tag === T.SECTION || tag >= T.FIRST_UNKNOWN_TAG;
}

function isNamedAsRoot(tree: Tree, node: number): boolean {
  const id = tree.attribute(node, 'id');
  if (id !== undefined && ROOT_IDS.has(id.toLowerCase())) return true;
  if (tree.tag[node]! >= T.FIRST_UNKNOWN_TAG) {
    const name = tree.name(node);
    return name.includes('-') && ROOT_NAME.test(name);
  }
  return tree.attribute(node, 'ng-app') !== undefined || tree.attribute(node, 'data-reactroot') !== undefined;
}

function isNearBody(tree: Tree, node: number): boolean {
  let parent = tree.parent[node]!;
  for (let depth = 0; depth < MAX_DEPTH && parent > 0; depth++) {
    if (tree.tag[parent] === T.BODY) return true;
    parent = tree.parent[parent]!;
  }
  return false;
}

function isEmpty(tree: Tree, root: number): boolean {
  let weight = 0;
  let pictures = 0;
  const end = tree.end[root]!;
  for (let node = root + 1; node < end;) {
    const tag = tree.tag[node]!;
    if (SILENT.has(tag) && (tag !== T.TEMPLATE || tree.attribute(node, 'shadowrootmode') === undefined)) {
      node = tree.end[node]!;
      continue;
    }
    if (tag === T.IMG || tag === T.VIDEO) pictures++;
    else if (tag === T.TEXT && !tree.isBlank(node)) {
      const text = tree.text(node).trim();
      if (!isLoadingText(text) && !isScriptDemand(text)) weight += weighText(text, MAX_WEIGHT);
    }
    if (weight >= MAX_WEIGHT || pictures > MAX_PICTURES) return false;
    node++;
  }
  return true;
}
