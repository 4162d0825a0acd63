import { isDeepStrictEqual } from 'node:util';
import {
  catalogue,
  jobs,
  magazine,
  shop,
  shopWithSwappedPrices,
  valueOn,
  type SiblingSite,
} from '../../test/support/sibling-pages.ts';
import { collectFacts } from '../../src/extract/facts/collect-facts.ts';
import { collectPlaces } from '../../src/extract/selectors/collect-places.ts';
import { LearntTemplate } from '../../src/extract/selectors/learnt-template.ts';
import type { PagePlaces } from '../../src/extract/selectors/page-places.ts';
import { schemaFields } from '../../src/extract/selectors/schema-fields.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { figure, targetCells, type Table, type Target } from '../table.ts';

const PAGES = 1_000;
const CHANGED_AT = 500;
const ORIGIN = 'https://things.test';
const CALLS: Target = { bar: 25, goal: 22, isMoreBetter: false };
const WRONG: Target = { bar: 0, goal: 0, isMoreBetter: false };
const NOTICED: Target = { bar: 50, goal: 50, isMoreBetter: false };

interface SiteScore {
  readonly name: string;
  calls: number;
  wrong: number;
  /** Pages from the change to the audit that found it. */
  noticedAfter: number | undefined;
  /** CPU ms of all pages: finding places and reading them, and learning. */
  readMs: number;
  learnMs: number;
}

/** Generated pages that are alike, asked for by a schema: the model, which knows the truth, and the rules learnt from it. */
export function measureLearning(): Table {
  const scores = [shop, magazine, jobs, catalogue].map((site) => goThrough(site, PAGES));
  const changed = goThrough(shopWithSwappedPrices(CHANGED_AT), PAGES, CHANGED_AT);
  const most = Math.max(...scores.map(({ calls }) => calls));
  const wrong = scores.reduce((sum, score) => sum + score.wrong, 0);
  return {
    title: `Rules learnt from answers: ${PAGES} generated pages of each kind`,
    columns: [
      '',
      'calls of the model',
      'wrong values',
      'read, ms a page',
      'learn, ms a call',
      'bar',
      'goal',
      '',
    ],
    rows: [
      ...[...scores, { ...changed, name: `${changed.name}; prices swapped from page ${CHANGED_AT}` }].map(
        (score) => [
          score.name,
          `${score.calls}`,
          `${score.wrong}`,
          figure(score.readMs / PAGES),
          figure(score.learnMs / score.calls),
        ],
      ),
      ['most calls of a kind', `${most}`, '', '', '', ...targetCells(most, CALLS, 'calls')],
      [
        'all wrong values of pages that do not change',
        '',
        `${wrong}`,
        '',
        '',
        ...targetCells(wrong, WRONG, ''),
      ],
      [
        'the change is noticed after',
        '',
        '',
        '',
        '',
        ...targetCells(changed.noticedAfter ?? Infinity, NOTICED, 'pages'),
      ],
    ],
    notes: ['a page that the model is asked for has the value that the model gives'],
  };
}

function goThrough(site: SiblingSite, pages: number, changedAt = Infinity): SiteScore {
  const score: SiteScore = {
    name: site.name,
    calls: 0,
    wrong: 0,
    noticedAfter: undefined,
    readMs: 0,
    learnMs: 0,
  };
  const fields = schemaFields(site.schema)!;
  const templates = new Map<string, LearntTemplate>();
  for (let at = 0; at < pages; at++) {
    const { html, path, value } = site.page(at);
    const truth = valueOn(ORIGIN, value);
    const url = new URL(path, ORIGIN);
    const tree = parseHtml(html);
    const startedAt = cpuMs();
    const places = placesOf(tree, url);
    const template = templates.get(places.template) ?? new LearntTemplate(fields);
    templates.set(places.template, template);
    const answer = template.answer(places);
    const readAt = cpuMs();
    score.readMs += readAt - startedAt;
    if ('value' in answer && !template.isAuditDue) {
      template.noteAnswered();
      if (!isDeepStrictEqual(answer.value, truth)) score.wrong += 1;
      continue;
    }
    score.calls += 1;
    const isRight =
      'value' in answer
        ? template.audit(places, { given: answer.value, value: truth })
        : template.teach(places, truth);
    score.learnMs += cpuMs() - readAt;
    if (!isRight && at >= changedAt) score.noticedAfter ??= at - changedAt;
  }
  return score;
}

function placesOf(tree: ReturnType<typeof parseHtml>, url: URL): PagePlaces {
  const page = { tree, removed: new Uint8Array(tree.length), base: url };
  return collectPlaces(page, collectFacts(page), url);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
