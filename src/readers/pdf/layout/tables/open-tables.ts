import type { PdfWord } from '../../pdf-page.ts';
import { growTable } from './grow-table.ts';
import { type Row, toRows } from '../rows.ts';
import type { RulingLine, RulingLines } from './ruling-lines.ts';
import type { FoundTable } from './ruled-table.ts';
import { crossesEnds, type BandRun, tabularRuns } from './table-bands.ts';
import { type RowPiece, toPieces } from './table-columns.ts';
import { toUnruledTable } from './unruled-table.ts';

const MIN_RULE = 50;
const MAX_RULES = 300;
/** Lines that begin further left decorate the page, points. */
const PAGE_EDGE = 3;
/** A rule under each name of a column: the space between them, points. */
const MAX_BREAK = 12;

/** Tables with rules or coloured rows above, below or between their rows, but nothing drawn between their columns. */
export function findOpenTables(
  { horizontal, vertical }: RulingLines,
  words: readonly PdfWord[],
): FoundTable[] {
  const rules = joinBroken(horizontal).filter(({ from, to }) => to - from >= MIN_RULE && from > PAGE_EDGE);
  if (rules.length === 0 || rules.length > MAX_RULES) return [];
  const found: FoundTable[] = [];
  const taken = new Set<PdfWord>();
  const free = (): readonly PdfWord[] =>
    taken.size === 0 ? words : words.filter((word) => !taken.has(word));
  const add = (run: BandRun, box: { from: number; to: number }): boolean => {
    const table = toUnruledTable(run.rows, {
      isRuled: true,
      isWeak: run.isWeak,
      rules: horizontal.filter(({ at }) => at >= run.top - 2 && at <= run.bottom + 2),
    });
    if (table === undefined) return false;
    table.box = { left: box.from, right: box.to, top: run.top, bottom: run.bottom };
    const own = run.rows.flatMap((row) => row.words);
    for (const word of own) taken.add(word);
    found.push({ table, words: new Set(own) });
    return true;
  };
  const groups = sameExtent(rules);
  const alone: RulingLine[] = [];
  for (const group of groups) {
    const from = Math.min(...group.map((rule) => rule.from)) - 3;
    const to = Math.max(...group.map((rule) => rule.to)) + 3;
    const all = free();
    const inside = all.filter((word) => isWithin(word, from, to));
    const used = new Set<RulingLine>();
    for (const run of tabularRuns(group, { words: inside, all, vertical })) {
      grow(run, inside, { from, to }, rules);
      if (add(run, { from: from + 3, to: to - 3 })) for (const rule of run.rules) used.add(rule);
    }
    alone.push(...group.filter((rule) => !used.has(rule)));
  }
  for (const rule of alone.toSorted((a, b) => a.at - b.at)) {
    if (
      found.some(
        ({ table }) =>
          rule.at > table.box.top - 2 &&
          rule.at < table.box.bottom + 2 &&
          rule.from < table.box.right &&
          rule.to > table.box.left,
      )
    )
      continue;
    const run = fromSingleRule(rule, free(), rules);
    if (run !== undefined) add(run, rule);
  }
  return found;
}

function isWithin({ box }: PdfWord, from: number, to: number): boolean {
  const middle = (box.left + box.right) / 2;
  return middle >= from && middle <= to;
}

/** With rules of several parts, such as one under each name of a column, as one. */
function joinBroken(lines: readonly RulingLine[]): RulingLine[] {
  const sorted = lines.toSorted((a, b) => a.at - b.at || a.from - b.from);
  const joined: RulingLine[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    const { at } = sorted[start]!;
    while (end < sorted.length && sorted[end]!.at - at < 1) end++;
    let open: RulingLine | undefined;
    for (const line of sorted.slice(start, end).toSorted((a, b) => a.from - b.from)) {
      if (open !== undefined && line.from - open.to < MAX_BREAK) {
        open.to = Math.max(open.to, line.to);
        open.isDrawn ||= line.isDrawn;
      } else joined.push((open = { ...line }));
    }
    start = end;
  }
  return joined;
}

/** Rules that begin and end below each other, from the top down. */
function sameExtent(rules: readonly RulingLine[]): RulingLine[][] {
  const groups: RulingLine[][] = [];
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) =>
        first !== undefined && Math.abs(first.from - rule.from) < 4 && Math.abs(first.to - rule.to) < 4,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups;
}

/** Adds the rows above and below that nothing is drawn around. */
function grow(
  run: BandRun,
  words: readonly PdfWord[],
  { from, to }: { from: number; to: number },
  rules: readonly RulingLine[],
): void {
  const ruleAbove = Math.max(
    ...rules
      .filter(({ at, from: left, to: right }) => at < run.top - 2 && left < to && right > from)
      .map(({ at }) => at),
    -Infinity,
  );
  const ruleBelow = Math.min(
    ...rules
      .filter(({ at, from: left, to: right }) => at > run.bottom + 2 && left < to && right > from)
      .map(({ at }) => at),
    Infinity,
  );
  const above = toRows(words.filter(({ baseline }) => baseline <= run.top && baseline > ruleAbove));
  const below = toRows(words.filter(({ baseline }) => baseline > run.bottom + 1 && baseline < ruleBelow));
  // Where all rows are drawn, only one may be left out at either end.
  const heights = run.rules.slice(1).map(({ at }, index) => at - run.rules[index]!.at);
  const reach = Math.max(...heights) * 1.3;
  // Above the first coloured row there may be one without colour, and the head.
  const isColoured = run.rules.every(({ isDrawn }) => !isDrawn);
  const isHead = run.rules.length === 2 && run.rows.length <= 4;
  const growth = growTable(
    { rows: run.rows, top: run.top, bottom: run.bottom, from, to },
    {
      above: above.filter(({ top }) => top > run.top - reach * (isColoured ? 2 : 1)),
      below: isHead ? below : below.filter(({ bottom }) => bottom < run.bottom + reach),
    },
  );
  run.isWeak = isHead && growth.below.length > 0;
  if (run.isWeak && isText(growth.below, to - from)) growth.below.length = 0;
  run.rows = [...growth.above, ...run.rows, ...growth.below];
  run.top = growth.above[0]?.top ?? run.top;
  run.bottom = growth.below.at(-1)?.bottom ?? run.bottom;
}

/** A rule under the head only. */
function fromSingleRule(
  rule: RulingLine,
  words: readonly PdfWord[],
  rules: readonly RulingLine[],
): BandRun | undefined {
  const { from, to, at } = rule;
  const inside = words.filter((word) => isWithin(word, from - 3, to + 3));
  const next = rules.filter((other) => other !== rule && other.from < to && other.to > from);
  const ruleAbove = Math.max(
    ...next.filter((other) => other.at < at - 1).map((other) => other.at),
    -Infinity,
  );
  const ruleBelow = Math.min(...next.filter((other) => other.at > at + 1).map((other) => other.at), Infinity);
  const above = toRows(
    inside.filter(({ baseline }) => baseline <= at + 1 && baseline > ruleAbove && baseline > at - 80),
  );
  const below = toRows(inside.filter(({ baseline }) => baseline > at + 1 && baseline < ruleBelow));
  const growth = growTable({ rows: [], top: at, bottom: at, from, to }, { above, below });
  if (
    growth.above.length === 0 ||
    growth.below.length < 2 ||
    isText(growth.below, to - from) ||
    !areNames(growth.above, growth.below)
  )
    return undefined;
  const rows = [...growth.above, ...growth.below];
  if (
    crossesEnds(
      words.filter(({ baseline }) => baseline > rows[0]!.top && baseline < rows.at(-1)!.bottom),
      rule,
    )
  )
    return undefined;
  return {
    rows,
    isWeak: true,
    rules: [rule],
    top: rows[0]!.top,
    bottom: rows.at(-1)!.bottom,
  };
}

/** Mostly long lines, as below the name of a function. */
function isText(rows: readonly Row[], width: number): boolean {
  const long = rows.filter(({ words }) => {
    const [first, second] = toPieces(words, 0.55);
    return first !== undefined && second === undefined && first.right - first.left > width * 0.45;
  });
  return long.length > rows.length * 0.4;
}

/** Most names of columns begin, end or have their middle where a text below does; there are no more columns than names. */
function areNames(head: readonly Row[], body: readonly Row[]): boolean {
  const names = head.flatMap(({ words }) => toPieces(words, 0.55));
  const below = body.flatMap(({ words }) => toPieces(words, 0.55));
  const isAbove = (name: RowPiece): boolean =>
    below.filter(
      ({ left, right }) =>
        Math.abs(left - name.left) < 3 ||
        Math.abs(right - name.right) < 3 ||
        Math.abs(left + right - name.left - name.right) < 5,
    ).length >= Math.min(2, body.length * 0.4);
  return names.filter(isAbove).length >= Math.max(2, names.length * 0.6);
}
