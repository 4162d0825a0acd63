import { visibleText } from '../../src/html/main-content/measure/visible-text.ts';
import { readJsonLd } from '../../src/html/json-ld.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { SCRIPT } from '../../src/html/tags.ts';
import type { Tree } from '../../src/html/tree.ts';
import type { ConvertedBenchPage } from './converted-page.ts';
import { lettersOf } from './letters-of.ts';
import type { BenchQuestion } from './score-questions.ts';

/** Letters of an answer that must stand on the page, one after the other, for it to count as shown. */
const SHOWN_LETTERS = 60;
const LEAST_LETTERS = 15;

/** The questions of a page whose answers its readers see. */
export function readFaqQuestions({ tree, removed }: ConvertedBenchPage): BenchQuestion[] {
  const items = readJsonLd(tree, jsonLdScripts(tree)).filter(({ types }) => types.includes('Question'));
  if (items.length === 0) return [];
  const shown = lettersOf(visibleText(tree, removed));
  const questions = new Map<string, BenchQuestion>();
  for (const { properties } of items) {
    const question = textOf(properties['name']);
    const answer = lettersOf(textOf(answerOf(properties['acceptedAnswer'])));
    const isShown = answer.length >= LEAST_LETTERS && shown.includes(answer.slice(0, SHOWN_LETTERS));
    if (question !== '' && isShown) questions.set(question, { question, answer });
  }
  return Array.from(questions.values());
}

function jsonLdScripts(tree: Tree): number[] {
  const scripts: number[] = [];
  for (let node = 0; node < tree.length; node++) {
    const isScript = tree.tag[node] === SCRIPT;
    if (isScript && tree.attribute(node, 'type')?.toLowerCase() === 'application/ld+json') scripts.push(node);
  }
  return scripts;
}

function answerOf(value: unknown): unknown {
  const answer: unknown = Array.isArray(value) ? value[0] : value;
  return typeof answer === 'object' && answer !== null && 'text' in answer ? answer.text : undefined;
}

/** Names and answers are HTML in the data of many pages. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? visibleText(parseHtml(value)).trim() : '';
}
