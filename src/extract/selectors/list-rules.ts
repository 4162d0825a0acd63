import { applyRule, suggestRules, type FieldRule } from './field-rules.ts';
import { assemble, isSameValue, valueAt } from './field-values.ts';
import type { PlaceRange } from './page-places.ts';
import type { Locator, PlaceIndex } from './place-index.ts';
import type { Reading } from './reading.ts';
import type { SchemaField } from './schema-fields.ts';

/** A way to read one property of each record. */
interface PartRule extends Locator {
  readonly reading: Reading;
}

/** A way to read a list: the elements that repeat, and where each has its parts. Plain data. */
export interface ListRule {
  readonly group: string;
  /** By the place of the property in the schema: ways that gave the same on all records; none for one that no record has. */
  readonly parts: ReadonlyArray<readonly PartRule[]>;
  /** The property that tells records from other elements of the group. */
  readonly anchor: number;
  hits: number;
}

/** The parts of a record contradict one another, or a required one is missing. */
export const CONFLICT = Symbol('conflict');

const MOST_RULES = 3;
const MOST_PARTS = 2;
/** A shorter list does not show what repeats. */
const LEAST_ITEMS = 2;
const MOST_ITEMS = 300;
/** Groups with more elements than the list has items hold headers and advertisements, but not many. */
const MOST_OTHERS = 10;
/** The first records are looked at for a property of the first item. */
const MOST_FIRST = 5;
const MOST_GROUPS = 30;
/** Places that are looked at for one list of one page. */
const MOST_WORK = 200_000;

/** The list that a rule gives on a page; undefined when the page has no such elements. */
export function applyListRule(
  { group, parts, anchor }: ListRule,
  field: SchemaField,
  index: PlaceIndex,
): unknown[] | undefined | typeof CONFLICT {
  const ranges = index.page.groups[group];
  if (ranges === undefined || ranges.length > MOST_ITEMS + MOST_OTHERS) return undefined;
  const list: unknown[] = [];
  for (const range of ranges) {
    const reader = (at: number): unknown => readPart(parts[at]!, field.items[at]!, index, range);
    if (reader(anchor) === undefined) continue;
    const values = field.items.map((_item, at) => reader(at));
    if (values.includes(CONFLICT)) return CONFLICT;
    if (field.items.some(({ isRequired }, at) => isRequired && values[at] === undefined)) return CONFLICT;
    list.push(assemble(field.items, values));
  }
  return list.length === 0 ? undefined : list;
}

function readPart(
  rules: readonly PartRule[],
  item: SchemaField,
  index: PlaceIndex,
  range: PlaceRange,
): unknown {
  let value: unknown;
  for (const rule of rules) {
    const read = applyRule(rule, item, index, range);
    if (read === undefined) continue;
    if (value !== undefined && value !== read) return CONFLICT;
    value = read;
  }
  return value;
}

/** Keeps the rules that give exactly this list, and adds those that the page suggests. */
export function trainListRules(
  rules: readonly ListRule[],
  field: SchemaField,
  index: PlaceIndex,
  list: readonly unknown[],
): ListRule[] {
  const right: ListRule[] = [];
  const silent: ListRule[] = [];
  for (const rule of rules) {
    const given = applyListRule(rule, field, index);
    if (given === undefined) silent.push(rule);
    else if (given !== CONFLICT && isSameValue(given, list)) right.push({ ...rule, hits: rule.hits + 1 });
  }
  // A rule that is silent where others are right knows less than they.
  const kept = right.some(({ hits }) => hits > 1) ? right : [...right, ...silent];
  if (kept.length >= MOST_RULES || list.length < LEAST_ITEMS || list.length > MOST_ITEMS) return kept;
  const known = new Set(kept.map(({ group }) => group));
  const fresh = suggestListRules(field, index, list).filter(({ group }) => !known.has(group));
  return [...kept, ...fresh].slice(0, MOST_RULES);
}

function suggestListRules(field: SchemaField, index: PlaceIndex, list: readonly unknown[]): ListRule[] {
  const groups = Object.entries(index.page.groups)
    .filter(([, ranges]) => ranges.length >= list.length && ranges.length <= list.length + MOST_OTHERS)
    // The list itself before what happens to be in it as often.
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one) || one.length - other.length)
    .slice(0, MOST_GROUPS);
  const rules: ListRule[] = [];
  const work = { left: MOST_WORK };
  for (const [group, ranges] of groups) {
    const rule = learnGroup({ group, ranges, field, index, list, work });
    if (rule !== undefined) rules.push(rule);
    if (rules.length === MOST_RULES || work.left <= 0) break;
  }
  return rules;
}

function sizeOf(ranges: readonly PlaceRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

interface GroupLesson {
  readonly group: string;
  readonly ranges: readonly PlaceRange[];
  readonly field: SchemaField;
  readonly index: PlaceIndex;
  readonly list: readonly unknown[];
  /** Places that may still be looked at. */
  readonly work: { left: number };
}

/** The rule of a group whose elements have all that the list has; undefined when it does not fit. */
function learnGroup(lesson: GroupLesson): ListRule | undefined {
  const { field, list, group } = lesson;
  const columns = field.items.map((item) => list.map((entry) => valueAt(entry, item)));
  for (const [anchor, column] of columns.entries()) {
    if (column.includes(undefined) || column.includes(null)) continue;
    const found = findAnchor(lesson, anchor, column);
    if (found === undefined) continue;
    const parts = columns.map((values, at) =>
      at === anchor ? [found.rule] : learnPart(lesson, at, { values, ranges: found.ranges }),
    );
    if (parts.some((rules) => rules === undefined)) continue;
    const rule: ListRule = { group, parts: parts as PartRule[][], anchor, hits: 1 };
    const given = applyListRule(rule, field, lesson.index);
    if (given !== CONFLICT && isSameValue(given, list)) return rule;
  }
  return undefined;
}

/** A way to a property that all items have, and the elements that have it: as many, in the same order. */
function findAnchor({ field, index, ranges, work }: GroupLesson, at: number, column: readonly unknown[]) {
  const item = field.items[at]!;
  for (const range of ranges.slice(0, MOST_FIRST)) {
    work.left -= range[1] - range[0];
    for (const suggested of suggestRules(item, index, column[0], range)) {
      work.left -= ranges.length;
      if (work.left <= 0) return undefined;
      const rule = partOf(suggested);
      const values = ranges.map((each) => applyRule(rule, item, index, each));
      const filled = ranges.filter((_range, place) => values[place] !== undefined);
      const stated = values.filter((value) => value !== undefined);
      if (isSameValue(stated, column)) return { rule, ranges: filled };
    }
  }
  return undefined;
}

/** Ways to a property, each right on all records; none for one that no item has, undefined when there is no way. */
function learnPart(
  { field, index, work }: GroupLesson,
  at: number,
  { values, ranges }: { values: readonly unknown[]; ranges: readonly PlaceRange[] },
): PartRule[] | undefined {
  const item = field.items[at]!;
  const first = values.findIndex((value) => value !== undefined);
  if (first === -1) return [];
  const rules: PartRule[] = [];
  for (const suggested of suggestRules(item, index, values[first], ranges[first])) {
    work.left -= ranges.length;
    if (work.left <= 0) return undefined;
    const rule = partOf(suggested);
    const isRight = ranges.every((range, place) =>
      isSameValue(applyRule(rule, item, index, range), values[place]),
    );
    if (isRight) rules.push(rule);
    if (rules.length === MOST_PARTS) break;
  }
  return rules.length === 0 ? undefined : rules;
}

function partOf({ key, under, reading }: FieldRule): PartRule {
  return { key, ...(under !== undefined && { under }), reading };
}
