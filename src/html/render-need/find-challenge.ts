import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import { CHALLENGE_TITLES, ID_SIGNS, SCRIPT_SIGNS, WIDGET_SIGNS } from './challenge-signs.ts';
import { scriptText } from './page-scripts.ts';
import { surveyPage, type PageSurvey } from './survey-page.ts';

/** Pages that only check their reader are small. */
const MAX_NODES = 600;
/** Scripts of challenges begin with what they are. */
const MAX_SCRIPT_LENGTH = 4_000;
/** Pages that tell their reader to wait or to tick a box say no more. */
const LITTLE_TEXT = 600;
const HARDLY_ANY_TEXT = 300;

const SCRIPT_SIGN = anyOf(SCRIPT_SIGNS);
const WIDGET_SIGN = anyOf(WIDGET_SIGNS);
/** A box alone may stand in an application; these words say what it is there for. */
const VERIFYING =
  /\b(?:robot|bots?|human|captcha|verif(?:y|ying|ication)|security check|checking your browser|unusual (?:traffic|activity)|request unsuccessful|incident id|support id|access denied|blocked)\b/i;

/**
 * Finds the maker of the challenge that a page is, such as "Cloudflare": its scripts look at the browser and then let
 * the reader through. Undefined for any other page.
 */
export function findChallenge(tree: Tree, survey: PageSurvey = surveyPage(tree)): string | undefined {
  if (tree.length > MAX_NODES) return undefined;
  let widget: string | undefined;
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (tag < T.FIRST_ELEMENT_TAG) continue;
    const vendor =
      ID_SIGNS.get(tree.attribute(node, 'id') ?? '') ?? vendorOf(SCRIPT_SIGN, SCRIPT_SIGNS, tree, node);
    if (vendor !== undefined) return vendor;
    widget ??= vendorOf(WIDGET_SIGN, WIDGET_SIGNS, tree, node);
  }
  if (saysMore(survey)) return undefined;
  const title = titleOf(tree);
  const named = CHALLENGE_TITLES.find(([sign]) => sign.test(title));
  if (named) return widget ?? named[1];
  if (widget === undefined || survey.plain + survey.linked >= HARDLY_ANY_TEXT) return undefined;
  return isVerifying(tree, title) ? widget : undefined;
}

function saysMore({ plain, fields }: PageSurvey): boolean {
  return plain >= LITTLE_TEXT || fields > 0;
}

function isVerifying(tree: Tree, title: string): boolean {
  return VERIFYING.test(title) || saysVerifying(tree);
}

/** The same of a page that a browser has shown: scripts of the challenge stay on pages that have let it through. */
export function findShownChallenge(tree: Tree): string | undefined {
  if (saysMore(surveyPage(tree))) return undefined;
  const title = titleOf(tree);
  return CHALLENGE_TITLES.find(([sign]) => sign.test(title))?.[1];
}

/** Looks where scripts, frames and forms name what they load or send to, and into the scripts. */
function vendorOf(
  sign: RegExp,
  signs: ReadonlyMap<string, string>,
  tree: Tree,
  node: number,
): string | undefined {
  const tag = tree.tag[node]!;
  let text: string | undefined;
  if (tag === T.SCRIPT) text = tree.attribute(node, 'src') ?? scriptText(tree, node, MAX_SCRIPT_LENGTH);
  else if (tag === T.IFRAME) text = tree.attribute(node, 'src');
  else if (tag === T.FORM) text = tree.attribute(node, 'action');
  else if (tag === T.META) text = tree.attribute(node, 'content');
  if (text === undefined || text === '') return undefined;
  const found = sign.exec(text)?.[0];
  return found === undefined ? undefined : signs.get(found.toLowerCase());
}

function titleOf(tree: Tree): string {
  const title = tree.tag.indexOf(T.TITLE);
  return title > 0 && tree.tag[title + 1] === T.TEXT
    ? tree
        .text(title + 1)
        .trim()
        .slice(0, 200)
    : '';
}

/** The page is short, and so is what it says. */
function saysVerifying(tree: Tree): boolean {
  for (let node = 1; node < tree.length; node++) {
    if (tree.tag[node] === T.IFRAME) {
      // The text for browsers without frames.
      if (VERIFYING.test(scriptText(tree, node, LITTLE_TEXT))) return true;
    } else if (tree.tag[node] === T.TEXT) {
      const parent = tree.tag[tree.parent[node]!]!;
      if (parent !== T.SCRIPT && parent !== T.STYLE && VERIFYING.test(tree.text(node).slice(0, LITTLE_TEXT)))
        return true;
    }
  }
  return false;
}

function anyOf(signs: ReadonlyMap<string, string>): RegExp {
  return new RegExp(
    Array.from(signs.keys(), (sign) => sign.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'),
    'i',
  );
}
