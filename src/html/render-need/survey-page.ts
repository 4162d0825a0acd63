import * as T from '../tags.ts';
import { isStreamedPart } from '../main-content/streamed-parts.ts';
import type { Tree } from '../tree.ts';
import { isEmptyAppRoot } from './app-root.ts';
import { isLoadingText, isScriptDemand } from './waiting-texts.ts';
import { weighText } from './weigh-text.ts';

/** A page that says so much beside its menus needs no script to say it. */
export const ENOUGH_TEXT = 600;
/** Labels of a menu are shorter, headlines of a list longer. */
const HEADLINE = 40;
/** A noscript of more nodes holds content. */
const MAX_DEMAND_NODES = 40;
/** Outside of noscript a longer text is about scripts. */
const MAX_DEMAND_LENGTH = 200;
/** Shorter paragraphs are labels. */
const STATEMENT = 12;

/** Their text is not shown, or only where what they embed is not. */
const UNSEEN: ReadonlySet<number> = new Set([
  T.HEAD,
  T.SCRIPT,
  T.STYLE,
  T.SVG,
  T.IFRAME,
  T.NOEMBED,
  T.NOFRAMES,
  T.TEXTAREA,
  T.DATALIST,
  T.CANVAS,
]);
const FRAME: ReadonlySet<number> = new Set([T.NAV, T.FOOTER, T.MENU, T.BUTTON, T.SELECT, T.DIALOG]);
const CONTENT: ReadonlySet<number> = new Set([T.H1, T.ARTICLE, T.MAIN]);
const PICTURES: ReadonlySet<number> = new Set([T.IMG, T.VIDEO, T.AUDIO, T.OBJECT, T.EMBED]);
const NO_FIELD = /^(?:hidden|submit|button|image|reset|search)$/i;
/** Whether an input is shown is asked of what is around it, which may be long: of the first ones only. */
const MAX_INPUTS = 20;
/** Also `P:`, places within parts. */
const PLACE = /^[BP]:[\da-f]+$/;
const NOT_DISPLAYED = /display\s*:\s*none/i;

/** The parts of a page that show before any script has run, without menus, head and foot. */
export interface PageSurvey {
  /** Weight of the text outside of links, headlines that are links included; reading stops at `ENOUGH_TEXT`. */
  plain: number;
  /** Weight of what is short and a link. */
  linked: number;
  /** It has a heading or a paragraph of its own. */
  hasStatement: boolean;
  pictures: number;
  /** Fields that a reader fills in. */
  fields: number;
  /** It asks for scripts. */
  hasDemand: boolean;
  loadingText: string | undefined;
  hasBailOut: boolean;
  /** Places that React keeps for parts sent late, less the parts that came. */
  missingParts: number;
  /** The element that an application renders into, when there is next to nothing in it. */
  emptyRoot: number | undefined;
}

/** Reads a page, or the subtree of `top`, until there is enough text. */
export function surveyPage(tree: Tree, top = 0): PageSurvey {
  const survey: PageSurvey = {
    plain: 0,
    linked: 0,
    hasStatement: false,
    pictures: 0,
    fields: 0,
    hasDemand: false,
    loadingText: undefined,
    hasBailOut: false,
    missingParts: 0,
    emptyRoot: undefined,
  };
  const until = { link: 0, statement: 0, heading: 0, noscript: 0, inputs: 0 };
  let isHeaderRead = top !== 0;
  const end = tree.end[top]!;
  for (let node = top + 1; node < end && survey.plain < ENOUGH_TEXT;) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXT) {
      if (!tree.isBlank(node)) readText(tree, node, survey, until);
      node++;
      continue;
    }
    if (
      UNSEEN.has(tag) ||
      FRAME.has(tag) ||
      isInertTemplate(tree, node, survey) ||
      isDemand(tree, node, survey)
    ) {
      if (tag === T.TEXTAREA) survey.fields++;
      node = tree.end[node]!;
      continue;
    }
    if (tag === T.HEADER && !isHeaderRead) {
      // Only the first is the page's own.
      isHeaderRead = true;
      if (!holdsContent(tree, node)) {
        node = tree.end[node]!;
        continue;
      }
    }
    readElement(tree, node, survey, until);
    node++;
  }
  return survey;
}

interface Until {
  link: number;
  statement: number;
  heading: number;
  noscript: number;
  /** Inputs seen. */
  inputs: number;
}

function readElement(tree: Tree, node: number, survey: PageSurvey, until: Until): void {
  const tag = tree.tag[node]!;
  if (tag === T.A) until.link = tree.end[node]!;
  else if (tag === T.P) until.statement = tree.end[node]!;
  else if (tag >= T.H1 && tag <= T.H6) until.heading = tree.end[node]!;
  else if (tag === T.NOSCRIPT) until.noscript = tree.end[node]!;
  else if (tag === T.INPUT) {
    if (until.inputs++ < MAX_INPUTS && isField(tree, node)) survey.fields++;
  } else if (PICTURES.has(tag)) {
    // A counter for readers without scripts is no picture.
    if (node >= until.noscript) survey.pictures++;
  } else {
    if (tag === T.DIV && isStreamedPart(tree, node)) survey.missingParts--;
    if (survey.emptyRoot === undefined && isEmptyAppRoot(tree, node)) survey.emptyRoot = node;
  }
}

function readText(tree: Tree, node: number, survey: PageSurvey, until: Until): void {
  const text = tree.text(node).trim();
  const weight = weighText(text, ENOUGH_TEXT);
  // Labels of links are most of a page's texts: no closer look at them.
  if (node < until.link && weight < HEADLINE) {
    survey.linked += weight;
    return;
  }
  if (isLoadingText(text)) {
    survey.loadingText ??= text;
    return;
  }
  if (isScriptDemand(text, MAX_DEMAND_LENGTH)) {
    survey.hasDemand = true;
    return;
  }
  survey.plain += weight;
  // A heading that is a link is the site's name.
  if (node >= until.link && (node < until.heading || (node < until.statement && weight >= STATEMENT)))
    survey.hasStatement = true;
}

/** Templates that stay inert are passed over; some of them are a mark of what the server left to the browser. */
function isInertTemplate(tree: Tree, node: number, survey: PageSurvey): boolean {
  if (tree.tag[node] !== T.TEMPLATE) return false;
  if (isBailOut(tree, node)) survey.hasBailOut = true;
  if (PLACE.test(tree.attribute(node, 'id') ?? '')) survey.missingParts++;
  return tree.attribute(node, 'shadowrootmode') === undefined;
}

/** Where Next.js leaves a part of the page to the browser. */
export function isBailOut(tree: Tree, template: number): boolean {
  return tree.attribute(template, 'data-dgst') === 'BAILOUT_TO_CLIENT_SIDE_RENDERING';
}

/** A noscript that only asks for scripts; any other is read, because some pages carry all of their text in it. */
function isDemand(tree: Tree, node: number, survey: PageSurvey): boolean {
  const end = tree.end[node]!;
  if (tree.tag[node] !== T.NOSCRIPT || end - node > MAX_DEMAND_NODES) return false;
  let text = '';
  for (let inner = node + 1; inner < end; inner++) if (tree.tag[inner] === T.TEXT) text += tree.text(inner);
  if (!isScriptDemand(text.trim())) return false;
  survey.hasDemand = true;
  return true;
}

function isField(tree: Tree, input: number): boolean {
  if (NO_FIELD.test(tree.attribute(input, 'type') ?? '')) return false;
  // Forms for password managers are never shown.
  let parent = input;
  for (let depth = 0; depth < 4 && parent > 0; depth++) {
    if (NOT_DISPLAYED.test(tree.attribute(parent, 'style') ?? '')) return false;
    if (tree.attribute(parent, 'hidden') !== undefined) return false;
    parent = tree.parent[parent]!;
  }
  return true;
}

function holdsContent(tree: Tree, header: number): boolean {
  for (let node = header + 1; node < tree.end[header]!; node++) if (CONTENT.has(tree.tag[node]!)) return true;
  return false;
}
