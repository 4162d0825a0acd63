import { removeInvisible } from '../../src/html/main-content/drop/remove-invisible.ts';
import type { MainContent } from '../../src/html/main-content/find-main-content.ts';
import { visibleTextBetween } from '../../src/html/main-content/measure/visible-text.ts';
import type { Tree } from '../../src/html/tree.ts';
import { wordsOf } from './word-f1.ts';

/** Marked text is counted in runs of so many words: a run that is missing is text, a word may be chance. */
const RUN_WORDS = 4;

/** The marked text of a page that is gone because a rule of ours took it. */
export interface MarkedLoss {
  /** Runs of four words in the marked text. */
  readonly marked: number;
  /** Those that stand on the page, and only in blocks that a rule removed; by rule, `promotion (name)` apart from others. */
  readonly byRule: Readonly<Record<string, number>>;
  /** The sum over the rules. */
  readonly lost: number;
}

/**
 * Counts the runs of marked text that are missing from the kept text, each as often as it is missing, and gives each to
 * the first removed block that holds it. What the page does not show at all is nobody's loss.
 */
export function measureMarkedLoss(
  tree: Tree,
  main: MainContent,
  keptWords: readonly string[],
  truth: readonly string[],
): MarkedLoss {
  const missing = new Map<string, number>();
  const marked = runsOf(truth);
  for (const run of marked) missing.set(run, (missing.get(run) ?? 0) + 1);
  for (const run of runsOf(keptWords)) {
    const count = missing.get(run);
    if (count !== undefined) missing.set(run, count - 1);
  }
  const rules = new Map(
    main.trace().map(({ node, rule, by }) => [node, by === 'name' ? `${rule} (name)` : rule]),
  );
  const byRule: Record<string, number> = {};
  let lost = 0;
  for (const { rule, words } of removedTexts(tree, main, rules)) {
    for (const run of runsOf(words)) {
      const count = missing.get(run) ?? 0;
      if (count <= 0) continue;
      missing.set(run, count - 1);
      byRule[rule] = (byRule[rule] ?? 0) + 1;
      lost++;
    }
  }
  return { marked: marked.length, byRule, lost };
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN_WORDS - 1).map((_, at) => words.slice(at, at + RUN_WORDS).join(' '));
}

interface RemovedText {
  readonly rule: string;
  readonly words: readonly string[];
}

/** The text of each removed block, neighbours that went by one rule together. */
function* removedTexts(
  tree: Tree,
  main: MainContent,
  rules: ReadonlyMap<number, string>,
): Generator<RemovedText> {
  const invisible = removeInvisible(tree);
  for (let node = 1; node < tree.length;) {
    if (invisible[node] !== 0) {
      node = tree.end[node]!;
    } else if (main.removed[node] === 0) {
      node++;
    } else {
      const rule = ruleAt(main, rules, node);
      let end = tree.end[node]!;
      while (
        end < tree.length &&
        main.removed[end] === main.removed[node] &&
        ruleAt(main, rules, end) === rule
      ) {
        end = tree.end[end]!;
      }
      yield { rule, words: wordsOf(visibleTextBetween(tree, node, end, invisible)) };
      node = end;
    }
  }
}

function ruleAt(
  { removed, rules: names }: MainContent,
  rules: ReadonlyMap<number, string>,
  node: number,
): string {
  return rules.get(node) ?? names[removed[node]!] ?? '';
}
