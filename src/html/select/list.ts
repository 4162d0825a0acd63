import { isTraversal, SelectorType, type Selector, type TagSelector, type Traversal } from 'css-what';
import { attributeCondition } from './attribute.ts';
import { backwardStep, forwardStep, type Step } from './combinators.ts';
import { pseudoCondition } from './pseudo.ts';
import { addAll, allElements, keep, type Condition, type TreeQuery } from './query.ts';
import { FIRST_UNKNOWN_TAG, tagId } from '../tags.ts';

const DESCENDANT: Traversal = { type: SelectorType.Descendant };

/** A compound selector and the combinator before it; none before the first. */
interface Part {
  readonly combinator: Traversal | undefined;
  readonly conditions: readonly Condition[];
}

/** Elements that match one of several selectors. */
export function compileList(selectors: Selector[][]): TreeQuery {
  return union(selectors.map((selector) => compileComplex(partsOf(selector))));
}

/** Elements from which one of several relative selectors finds something. */
function compileHaving(selectors: Selector[][]): TreeQuery {
  return union(selectors.map((selector) => compileRelative(partsOf(selector))));
}

/** From left to right: each part narrows what the parts before it have reached. */
function compileComplex(parts: readonly Part[]): TreeQuery {
  const steps = parts.map(({ combinator }, index) => {
    if (index === 0 && combinator !== undefined) throw new Error('it begins with a combinator');
    return combinator === undefined ? undefined : forwardStep(combinator);
  });
  return (tree) => {
    let set = allElements(tree);
    parts.forEach(({ conditions }, index) => {
      set = steps[index]?.(tree, set) ?? set;
      for (const condition of conditions) keep(set, condition(tree));
    });
    return set;
  };
}

/** From right to left, ending at the elements that the selector is relative to. */
function compileRelative(parts: readonly Part[]): TreeQuery {
  const steps: readonly Step[] = parts.map(({ combinator }) => backwardStep(combinator ?? DESCENDANT));
  return (tree) => {
    let set = allElements(tree);
    for (let index = parts.length - 1; index >= 0; index--) {
      for (const condition of parts[index]!.conditions) keep(set, condition(tree));
      set = steps[index]!(tree, set);
    }
    return set;
  };
}

function partsOf(selector: readonly Selector[]): Part[] {
  const parts: Array<{ combinator: Traversal | undefined; conditions: Condition[] }> = [];
  for (const [index, token] of selector.entries()) {
    const next = selector[index + 1];
    if (isTraversal(token) && (next === undefined || isTraversal(next)))
      throw new Error('a combinator leads nowhere');
    if (isTraversal(token)) parts.push({ combinator: token, conditions: [] });
    else if (parts.length === 0) parts.push({ combinator: undefined, conditions: conditionsOf(token) });
    else parts.at(-1)!.conditions.push(...conditionsOf(token));
  }
  return parts;
}

function conditionsOf(token: Exclude<Selector, Traversal>): Condition[] {
  switch (token.type) {
    case SelectorType.Universal:
      return [];
    case SelectorType.Tag:
      return [tagCondition(token)];
    case SelectorType.Attribute:
      return [attributeCondition(token)];
    case SelectorType.Pseudo:
      return [pseudoCondition(token, { list: compileList, having: compileHaving })];
    case SelectorType.PseudoElement:
      throw new Error(`::${token.name} is no element`);
  }
}

/** Names match in any case, those of SVG too. */
function tagCondition({ name, namespace }: TagSelector): Condition {
  if (namespace !== null && namespace !== '' && namespace !== '*')
    throw new Error('namespaces are not supported');
  const wanted = name.toLowerCase();
  const id = tagId(wanted);
  return (tree) =>
    id === undefined
      ? (node) => tree.tag[node]! >= FIRST_UNKNOWN_TAG && tree.name(node).toLowerCase() === wanted
      : (node) => tree.tag[node] === id;
}

function union(queries: readonly TreeQuery[]): TreeQuery {
  const [only] = queries;
  if (only !== undefined && queries.length === 1) return only;
  return (tree) => {
    const set = new Uint8Array(tree.length);
    for (const query of queries) addAll(set, query(tree));
    return set;
  };
}
