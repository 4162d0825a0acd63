import { parse, type PseudoSelector, type Selector } from 'css-what';
import { parseNth, siblingPlaces, type Counting } from './nth.ts';
import { isElementNode, type Condition, type TreeQuery } from './query.ts';
import { containsText } from './text.ts';
import { TEXT } from '../tags.ts';

/** How pseudo-classes get the selectors in their parentheses compiled. */
export interface ListCompiler {
  readonly list: (selectors: Selector[][]) => TreeQuery;
  /** Elements that have what the relative selectors of `:has()` describe. */
  readonly having: (selectors: Selector[][]) => TreeQuery;
}

/** Pseudo-classes that are short for a selector. */
const ALIASES: Readonly<Record<string, string>> = {
  'any-link': ':is(a, area)[href]',
  checked: ':is(input:is([type=checkbox], [type=radio])[checked], option[selected])',
  disabled: ':is(button, input, select, textarea, optgroup, option, fieldset)[disabled]',
  enabled: ':is(button, input, select, textarea, optgroup, option, fieldset):not([disabled])',
  header: ':is(h1, h2, h3, h4, h5, h6)',
  link: ':is(a, area)[href]',
};

const FIRST: Counting = { isFromEnd: false, isOfType: false, among: undefined };
const LAST: Counting = { ...FIRST, isFromEnd: true };
const FIRST_OF_TYPE: Counting = { ...FIRST, isOfType: true };
const LAST_OF_TYPE: Counting = { ...LAST, isOfType: true };

const PLAIN: Readonly<Record<string, Condition>> = {
  empty: (tree) => (node) => {
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      if (isElementNode(tree, child) || (tree.tag[child] === TEXT && tree.text(child) !== '')) return false;
    }
    return true;
  },
  root: (tree) => (node) => tree.parent[node] === 0,
  scope: (tree) => (node) => tree.parent[node] === 0,
  'first-child': place(FIRST, isFirst),
  'last-child': place(LAST, isFirst),
  'first-of-type': place(FIRST_OF_TYPE, isFirst),
  'last-of-type': place(LAST_OF_TYPE, isFirst),
  'only-child': both(place(FIRST, isFirst), place(LAST, isFirst)),
  'only-of-type': both(place(FIRST_OF_TYPE, isFirst), place(LAST_OF_TYPE, isFirst)),
};

const COUNTINGS: Readonly<Record<string, Counting>> = {
  'nth-child': FIRST,
  'nth-last-child': LAST,
  'nth-of-type': FIRST_OF_TYPE,
  'nth-last-of-type': LAST_OF_TYPE,
};

/** Condition of a pseudo-class; throws for one that is unknown or lacks its argument. */
export function pseudoCondition({ name, data }: PseudoSelector, compile: ListCompiler): Condition {
  const plain = own(PLAIN, name);
  if (plain !== undefined && data === null) return plain;
  const alias = own(ALIASES, name);
  if (alias !== undefined && data === null) return member(compile.list(parse(alias)));
  const counting = own(COUNTINGS, name);
  if (counting !== undefined && typeof data === 'string') return nthCondition(data, counting, compile);
  if (typeof data === 'string') return textCondition(name, data);
  if (data === null) throw new Error(`:${name} is not supported or lacks its argument`);
  return listCondition(name, data, compile);
}

function listCondition(name: string, data: Selector[][], compile: ListCompiler): Condition {
  if (name === 'is' || name === 'where' || name === 'matches') return member(compile.list(data));
  if (name === 'has') return member(compile.having(data));
  if (name !== 'not') throw new Error(`:${name} is not supported`);
  const isMember = member(compile.list(data));
  return (tree) => {
    const test = isMember(tree);
    return (node) => !test(node);
  };
}

function textCondition(name: string, data: string): Condition {
  if (name === 'contains') return containsText(data, false);
  if (name === 'icontains') return containsText(data, true);
  throw new Error(`:${name} is not supported`);
}

function nthCondition(data: string, counting: Counting, compile: ListCompiler): Condition {
  const [formula, ofSelector] = data.split(/\s+of\s+(.*)/s);
  const among = ofSelector === undefined ? undefined : compile.list(parse(ofSelector));
  return place({ ...counting, among }, parseNth(formula ?? ''));
}

function place(counting: Counting, test: (place: number) => boolean): Condition {
  return (tree) => {
    const places = siblingPlaces(tree, counting);
    return (node) => test(places[node]!);
  };
}

function isFirst(at: number): boolean {
  return at === 1;
}

function both(first: Condition, second: Condition): Condition {
  return (tree) => {
    const [isFirstMet, isSecondMet] = [first(tree), second(tree)];
    return (node) => isFirstMet(node) && isSecondMet(node);
  };
}

function member(query: TreeQuery): Condition {
  return (tree) => {
    const set = query(tree);
    return (node) => set[node] === 1;
  };
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
