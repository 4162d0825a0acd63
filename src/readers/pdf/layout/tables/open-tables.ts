import type { PdfWord } from '../../pdf-page.ts';
import { growTable } from './grow-table.ts';
import { type Row, toRows } from '../rows.ts';
import type { RulingLine, RulingLines } from './ruling-lines.ts';
import type { FoundTable } from './ruled-table.ts';
import { crossesEnds, type BandRun, tabularRuns } from './table-bands.ts';
import { type RowPiece, toPieces } from './table-columns.ts';
import { toUnruledTable } from './unruled-table.ts';
import { ALIGNED_POINTS, RULED_CELL_GAP } from './tolerances.ts';

/** Words and rules reach over the ends of the rules of their table by less, points. */
const OVERHANG = 3;
/** Rules this near to an edge of a table belong to it, points. */
const EDGE_RULE = 2;
/** Parts of one broken rule, and rules above and below a line, differ in height from it by less or more than this, points. */
const SAME_HEIGHT = 1;
/** Ends of rules that stand below each other differ by less, points. */
const SAME_END = 4;
/** How many times the highest drawn row a row without rules at an end of the table may be, at most. */
const REACH_RATIO = 1.3;
/** Between its two rules a head has no more rows; with more they enclose the whole table. */
const MAX_HEAD_ROWS = 4;
/** A head stands at most so far above its only rule, points. */
const HEAD_HEIGHT = 80;
/** Rows below a single rule that tell a table from an underlined line. */
const MIN_BODY_ROWS = 2;
/** Share of the width of the rules from which a lone text is a line of prose. */
const LONG_LINE = 0.45;
/** Share of the rows that are lines of prose, above which nothing is a table. */
const MOST_LONG = 0.4;
/** Sums of both ends of a name and of a text centred below it differ by less, points: twice the distance of their middles. */
const CENTRED_POINTS = 5;
/** Share of the rows that a name has texts below in, at least (two are enough), and of the names that have them. */
const LEAST_BELOW = 0.4;
const LEAST_NAMES = 0.6;

/** Shorter rules underline words, points. */
const MIN_RULE = 50;
/** A page with more is a drawing. */
const MAX_RULES = 300;
/** Lines that begin further left decorate the page, points. */
const PAGE_EDGE = 3;
/** A rule under each name of a column: the space between them, points. */
const MAX_BREAK = 12;

/** Tables with rules or coloured rows above, below or between their rows, but nothing drawn between their columns. */
export function findOpenTables(
  { horizontal, vertical }: RulingLines,
  words: readonly PdfWord[],
  isMonospacedBody: boolean,
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
      isMonospacedBody,
      rules: horizontal.filter(({ at }) => at >= run.top - EDGE_RULE && at <= run.bottom + EDGE_RULE),
    });
    if (table === undefined) return false;
    table.box = { left: box.from, right: box.to, top: run.top, bottom: run.bottom };
    const own = run.rows.flatMap((row) => row.words);
    for (const word of own) taken.add(word);
    found.push({ table, words: new Set(own) });
    return true;
  };
  const groups = sameExtent(rules).filter((group) => !isFrame(group, vertical));
  const alone: RulingLine[] = [];
  for (const group of groups) {
    const from = Math.min(...group.map((rule) => rule.from)) - OVERHANG;
    const to = Math.max(...group.map((rule) => rule.to)) + OVERHANG;
    const all = free();
    const inside = all.filter((word) => isWithin(word, from, to));
    const used = new Set<RulingLine>();
    for (const run of tabularRuns(group, { words: inside, all, vertical })) {
      grow(run, inside, { from, to }, rules);
      if (add(run, { from: from + OVERHANG, to: to - OVERHANG }))
        for (const rule of run.rules) used.add(rule);
    }
    alone.push(...group.filter((rule) => !used.has(rule)));
  }
  for (const rule of alone.toSorted((a, b) => a.at - b.at)) {
    if (
      found.some(
        ({ table }) =>
          rule.at > table.box.top - EDGE_RULE &&
          rule.at < table.box.bottom + EDGE_RULE &&
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
    while (end < sorted.length && sorted[end]!.at - at < SAME_HEIGHT) end++;
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
        first !== undefined &&
        Math.abs(first.from - rule.from) < SAME_END &&
        Math.abs(first.to - rule.to) < SAME_END,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups;
}

/** Two rules whose ends are joined on both sides: a frame around whatever stands in it, as around a form. */
function isFrame(group: readonly RulingLine[], vertical: readonly RulingLine[]): boolean {
  const [top, bottom] = group;
  if (top === undefined || bottom === undefined || group.length > 2) return false;
  const isClosedAt = (x: number): boolean =>
    vertical.some(
      ({ at, from, to }) =>
        Math.abs(at - x) < SAME_END && from < top.at + SAME_END && to > bottom.at - SAME_END,
    );
  return isClosedAt(top.from) && isClosedAt(top.to);
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
      .filter(({ at, from: left, to: right }) => at < run.top - EDGE_RULE && left < to && right > from)
      .map(({ at }) => at),
    -Infinity,
  );
  const ruleBelow = Math.min(
    ...rules
      .filter(({ at, from: left, to: right }) => at > run.bottom + EDGE_RULE && left < to && right > from)
      .map(({ at }) => at),
    Infinity,
  );
  const above = toRows(words.filter(({ baseline }) => baseline <= run.top && baseline > ruleAbove));
  const below = toRows(
    words.filter(({ baseline }) => baseline > run.bottom + SAME_HEIGHT && baseline < ruleBelow),
  );
  // Where all rows are drawn, only one may be left out at either end.
  const heights = run.rules.slice(1).map(({ at }, index) => at - run.rules[index]!.at);
  const reach = Math.max(...heights) * REACH_RATIO;
  // Above the first coloured row there may be one without colour, and the head.
  const isColoured = run.rules.every(({ isDrawn }) => !isDrawn);
  const isHead = run.rules.length === 2 && run.rows.length <= MAX_HEAD_ROWS;
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
  const inside = words.filter((word) => isWithin(word, from - OVERHANG, to + OVERHANG));
  const next = rules.filter((other) => other !== rule && other.from < to && other.to > from);
  const ruleAbove = Math.max(
    ...next.filter((other) => other.at < at - SAME_HEIGHT).map((other) => other.at),
    -Infinity,
  );
  const ruleBelow = Math.min(
    ...next.filter((other) => other.at > at + SAME_HEIGHT).map((other) => other.at),
    Infinity,
  );
  const above = toRows(
    inside.filter(
      ({ baseline }) => baseline <= at + SAME_HEIGHT && baseline > ruleAbove && baseline > at - HEAD_HEIGHT,
    ),
  );
  const below = toRows(inside.filter(({ baseline }) => baseline > at + SAME_HEIGHT && baseline < ruleBelow));
  const growth = growTable({ rows: [], top: at, bottom: at, from, to }, { above, below });
  if (
    growth.above.length === 0 ||
    growth.below.length < MIN_BODY_ROWS ||
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
    const [first, second] = toPieces(words, RULED_CELL_GAP);
    return first !== undefined && second === undefined && first.right - first.left > width * LONG_LINE;
  });
  return long.length > rows.length * MOST_LONG;
}

/** Most names of columns begin, end or have their middle where a text below does; there are no more columns than names. */
function areNames(head: readonly Row[], body: readonly Row[]): boolean {
  const names = head.flatMap(({ words }) => toPieces(words, RULED_CELL_GAP));
  const below = body.flatMap(({ words }) => toPieces(words, RULED_CELL_GAP));
  const isAbove = (name: RowPiece): boolean =>
    below.filter(
      ({ left, right }) =>
        Math.abs(left - name.left) < ALIGNED_POINTS ||
        Math.abs(right - name.right) < ALIGNED_POINTS ||
        Math.abs(left + right - name.left - name.right) < CENTRED_POINTS,
    ).length >= Math.min(2, body.length * LEAST_BELOW);
  return names.filter(isAbove).length >= Math.max(2, names.length * LEAST_NAMES);
}
