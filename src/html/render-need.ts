import * as T from './tags.ts';
import type { RemovalMask, Tree } from './tree.ts';
import { describeElement, findEmptyAppRoot } from './render-need/app-root.ts';
import { findChallenge } from './render-need/find-challenge.ts';
import { hasRunningScript, hasScriptRedirect } from './render-need/page-scripts.ts';
import { ENOUGH_TEXT, isBailOut, surveyPage, type PageSurvey } from './render-need/survey-page.ts';
import { weighText } from './render-need/weigh-text.ts';

/** The kinds of reasons why a page needs a browser. */
export type RenderReason =
  | 'challenge'
  | 'empty application root'
  | 'client-side rendering bail-out'
  | 'script redirect'
  | 'noscript demand'
  | 'loading text'
  | 'script shell'
  | 'thin main content';

/** The reason why a page has to be seen in a browser; plain data. */
export interface RenderNeed {
  reason: RenderReason;
  /** The sign on the page, for the trace: an element, a text, the maker of a challenge. */
  evidence: string | undefined;
}

/** The facts of the page beside its tree. */
export interface RenderNeedOptions {
  /** The mask of the main-content filter; undefined: the filter did not run. */
  removed?: RemovalMask | undefined;
}

/** Fewer characters beside links and menus, and no statement, field or picture: nothing but a frame. */
const NEXT_TO_NOTHING = 100;
/** A page with more text is not there to send its reader on, or to ask for scripts. */
const SHORT = 200;
/** A statement of so many characters is what the page has to say. */
const SAID = 60;
/** One or two pictures are a splash, more are a gallery. */
const GALLERY = 3;
/** Next.js leaves small things to the browser on complete pages too. */
const LITTLE_BESIDE_BAIL_OUT = 400;
/** Some themes leave their main element empty and put the text beside it. */
const LITTLE_BESIDE_MAIN = 400;
/** One or two may be a decoration that was given up. */
const MISSING_PARTS = 3;
/** Main content of fewer characters is none. */
const THIN_CONTENT = 100;

/**
 * Finds the reason to think that the content of a page is missing until its scripts have run; undefined when the text
 * is in the HTML or no script would bring any. Linear in the page, and done after the first paragraphs of a normal one.
 * A page with text of its own and a list that only a script fills cannot be told from a complete one.
 */
export function findRenderNeed(tree: Tree, options: RenderNeedOptions = {}): RenderNeed | undefined {
  if (!hasRunningScript(tree)) return undefined;
  const survey = surveyPage(tree);
  const challenge = findChallenge(tree, survey);
  if (challenge !== undefined) return need('challenge', challenge);
  if (survey.plain < ENOUGH_TEXT) return findInLittleText(tree, survey) ?? findEmptyFrame(tree, survey);
  return options.removed && findInThinContent(tree, options.removed);
}

/**
 * Finds the text by which a page says that it is still loading, when the page says next to nothing else, menus
 * included.
 */
export function findLoadingText(tree: Tree): string | undefined {
  const { plain, linked, fields, pictures, loadingText } = surveyPage(tree);
  return plain + linked < SHORT && fields === 0 && pictures < GALLERY ? loadingText : undefined;
}

function findInLittleText(tree: Tree, survey: PageSurvey): RenderNeed | undefined {
  const { plain, linked, emptyRoot, loadingText } = survey;
  const isGallery = survey.pictures >= GALLERY;
  if (emptyRoot !== undefined && !isGallery)
    return need('empty application root', describeElement(tree, emptyRoot));
  if (survey.hasBailOut && plain < LITTLE_BESIDE_BAIL_OUT && !isGallery)
    return need('client-side rendering bail-out');
  if (survey.missingParts >= MISSING_PARTS)
    return need('client-side rendering bail-out', 'streamed parts are missing');
  if (plain + linked >= SHORT) return undefined;
  if (hasScriptRedirect(tree)) return need('script redirect');
  if (isGallery || saysSomething(survey)) return undefined;
  if (loadingText !== undefined) return need('loading text', loadingText);
  if (survey.hasDemand || hasHeadDemand(tree)) return need('noscript demand');
  return undefined;
}

function saysSomething({ fields, hasStatement, plain }: PageSurvey): boolean {
  return fields > 0 || (hasStatement && plain >= SAID);
}

/** A page whose place for the content is there and empty, or that has no such place and nothing else. */
function findEmptyFrame(tree: Tree, survey: PageSurvey): RenderNeed | undefined {
  const main = tree.tag.indexOf(T.MAIN);
  const { plain, linked, hasStatement, pictures, fields } = main < 0 ? survey : surveyPage(tree, main);
  if (plain >= NEXT_TO_NOTHING || plain + linked >= SHORT || hasStatement || fields > 0) return undefined;
  if (main < 0) return pictures < GALLERY ? need('script shell') : undefined;
  return pictures === 0 && survey.plain < LITTLE_BESIDE_MAIN
    ? need('thin main content', describeElement(tree, main))
    : undefined;
}

/** Finds a need in a page whose only text the main-content filter took for the surroundings of the content. */
function findInThinContent(tree: Tree, removed: RemovalMask): RenderNeed | undefined {
  const weight = weighContent(tree, removed);
  if (weight >= LITTLE_BESIDE_BAIL_OUT) return undefined;
  for (let node = tree.tag.indexOf(T.TEMPLATE); node > 0; node = tree.tag.indexOf(T.TEMPLATE, node + 1))
    if (isBailOut(tree, node)) return need('client-side rendering bail-out');
  const root = weight < THIN_CONTENT ? findEmptyAppRoot(tree) : undefined;
  return root === undefined ? undefined : need('thin main content', describeElement(tree, root));
}

/** Weight of what the filter kept, as far as it matters. */
function weighContent(tree: Tree, removed: RemovalMask): number {
  let weight = 0;
  for (let node = 1; node < tree.length && weight < LITTLE_BESIDE_BAIL_OUT;) {
    const tag = tree.tag[node]!;
    if (removed[node] !== 0 || tag === T.HEAD || tag === T.SCRIPT || tag === T.STYLE || tag === T.SVG) {
      node = tree.end[node]!;
      continue;
    }
    if (tag === T.TEXT && !tree.isBlank(node)) weight += weighText(tree.text(node), LITTLE_BESIDE_BAIL_OUT);
    node++;
  }
  return weight;
}

/** A demand may stand in the head, which the survey passes over. */
function hasHeadDemand(tree: Tree): boolean {
  const head = tree.tag.indexOf(T.HEAD);
  return head > 0 && surveyPage(tree, head).hasDemand;
}

function need(reason: RenderReason, evidence?: string): RenderNeed {
  return { reason, evidence };
}
