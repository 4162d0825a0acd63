import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import { visibleText } from '../../src/html/main-content/measure/visible-text.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { TemplateMemory } from '../../src/scraper/site-memory/template-memory.ts';
import { figure, type Table } from '../table.ts';
import type { LabelledPage } from './labelled-pages.ts';
import { playSite, storyOf, type PlayedSite, type Story } from './played-site.ts';
import type { PageScore } from './score-page.ts';
import { wordF1, wordsOf } from './word-f1.ts';

const PAGES = 20;
/** Looks of each kind: pages that keep most frame, and pages that lose most text. */
const LOOKS = 4;
/** Pages of a site that are read before the memory has a say. */
const FIRST_PAGES = 4;

/** What the memory of a site changes: the mean of its first pages, and of those after. */
interface SiteResult {
  readonly id: string;
  readonly firstAlone: number;
  readonly first: number;
  readonly laterAlone: number;
  readonly later: number;
  readonly taken: Counted;
  readonly givenBack: Counted;
}

/** Words, in the marked text and beside it. */
interface Counted {
  readonly content: number;
  readonly frame: number;
}

/** Plays sites of 20 pages each with eight looks of labelled pages, and reads them with and without the memory. */
export function measureSiteFrames(pages: readonly LabelledPage[], scores: readonly PageScore[]): Table {
  const results = playSites(pages, scores).map(measureSite);
  const sum = (pick: (result: SiteResult) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  const mean = (pick: (result: SiteResult) => number): string =>
    figure(sum(pick) / Math.max(1, results.length));
  return {
    title: `The frame that repeats: sites of ${PAGES} pages with ${results.length} looks`,
    columns: [
      'look of',
      `F1, pages 1-${FIRST_PAGES}`,
      'with the memory',
      'F1, later pages',
      'with the memory',
      'words taken: frame',
      'content',
      'given back: content',
      'frame',
    ],
    rows: [
      ...results.map((result) => [
        result.id,
        ...[result.firstAlone, result.first, result.laterAlone, result.later].map(figure),
        ...[result.taken.frame, result.taken.content, result.givenBack.content, result.givenBack.frame].map(
          String,
        ),
      ]),
      [
        'all',
        mean(({ firstAlone }) => firstAlone),
        mean(({ first }) => first),
        mean(({ laterAlone }) => laterAlone),
        mean(({ later }) => later),
        ...[
          sum(({ taken }) => taken.frame),
          sum(({ taken }) => taken.content),
          sum(({ givenBack }) => givenBack.content),
          sum(({ givenBack }) => givenBack.frame),
        ].map(String),
      ],
    ],
    notes: ['texts of other pages in the looks; headlines of other pages change from page to page'],
  };
}

function playSites(pages: readonly LabelledPage[], scores: readonly PageScore[]): PlayedSite[] {
  const stories = pages.flatMap((page) => (page.type === 'article' ? (storyOf(page) ?? []) : []));
  const articles = scores.filter(({ type }) => type === 'article');
  const keepsFrame = articles
    .filter(({ recall }) => recall > 0.95)
    .toSorted((a, b) => a.precision - b.precision);
  const losesText = articles.toSorted((a, b) => lostShare(b) - lostShare(a));
  const played = new Map<string, PlayedSite>();
  for (const candidates of [keepsFrame, losesText]) {
    const wanted = played.size + LOOKS;
    for (const { id } of candidates) {
      if (played.size === wanted) break;
      if (played.has(id)) continue;
      const site = playSite(
        pages.find((page) => page.id === id)!,
        storiesFor(stories, played.size),
      );
      if (site) played.set(id, site);
    }
  }
  return [...played.values()];
}

function lostShare({ loss }: PageScore): number {
  return loss.lost / Math.max(1, loss.marked);
}

/** Other stories for each site. */
function storiesFor(stories: readonly Story[], site: number): Story[] {
  return Array.from({ length: PAGES }, (_, index) => stories[(site * PAGES + index) % stories.length]!);
}

function measureSite({ id, pages }: PlayedSite): SiteResult {
  const memories = new Map<number, TemplateMemory>();
  const scores = pages.map(({ html, truth }, index) => {
    const tree = parseHtml(html);
    const alone = findMainContent(tree);
    const seen = [...memories.values()].map((memory) => memory.seenBy(index + 1));
    const together = findMainContent(tree, { seen });
    const { template, keys } = together.blocks!;
    const memory = memories.get(template) ?? new TemplateMemory(template);
    memories.set(template, memory);
    memory.learn(index + 1, keys);
    const words = [alone, together].map(({ removed }) => wordsOf(visibleText(tree, removed)));
    const marked = wordsOf(truth);
    return {
      alone: wordF1(words[0]!, marked).f1,
      together: wordF1(words[1]!, marked).f1,
      taken: countMissing(words[0]!, words[1]!, marked),
      givenBack: countMissing(words[1]!, words[0]!, marked),
    };
  });
  const mean = (name: 'alone' | 'together', from: number, until: number): number =>
    scores.slice(from, until).reduce((sum, score) => sum + score[name], 0) / (until - from);
  const sum = (name: 'taken' | 'givenBack', part: keyof Counted): number =>
    scores.reduce((total, score) => total + score[name][part], 0);
  return {
    id,
    firstAlone: mean('alone', 0, FIRST_PAGES),
    first: mean('together', 0, FIRST_PAGES),
    laterAlone: mean('alone', FIRST_PAGES, PAGES),
    later: mean('together', FIRST_PAGES, PAGES),
    taken: { content: sum('taken', 'content'), frame: sum('taken', 'frame') },
    givenBack: { content: sum('givenBack', 'content'), frame: sum('givenBack', 'frame') },
  };
}

/** Words of `from` that `to` lacks: those that the marked text has, and the others. */
function countMissing(from: readonly string[], to: readonly string[], marked: readonly string[]): Counted {
  const missing = countWords(from);
  for (const word of to) missing.set(word, (missing.get(word) ?? 0) - 1);
  const left = countWords(marked);
  for (const word of to) left.set(word, (left.get(word) ?? 0) - 1);
  let content = 0;
  let frame = 0;
  for (const [word, count] of missing) {
    if (count <= 0) continue;
    const wanted = Math.min(count, Math.max(0, left.get(word) ?? 0));
    content += wanted;
    frame += count - wanted;
  }
  return { content, frame };
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
