import { pickHighlights } from '../../src/extract/passages/pick-highlights.ts';
import { rankPassages } from '../../src/extract/passages/rank-passages.ts';
import type { Table } from '../table.ts';
import type { WrittenPage } from './written-questions.ts';

/** How often highlights say nothing: for questions that a page answers, and for those it does not. */
export function silenceTable(pages: readonly WrittenPage[]): Table {
  const row = (name: string, questionsOf: (page: WrittenPage) => readonly string[]): string[] => {
    let silent = 0;
    let all = 0;
    for (const page of pages) {
      for (const question of questionsOf(page)) {
        all++;
        if (pickHighlights(rankPassages(page.passages, question)).length === 0) silent++;
      }
    }
    return [name, String(all), (silent / Math.max(all, 1)).toFixed(3)];
  };
  return {
    title: 'Questions for which there are no highlights',
    columns: ['', 'questions', 'share'],
    rows: [
      row('answered by the page', ({ questions }) => questions.map(({ question }) => question)),
      row('about something else', ({ unanswerable }) => unanswerable),
    ],
    notes: ['no bar: words decide, so a question about something else may find words of its own'],
  };
}
