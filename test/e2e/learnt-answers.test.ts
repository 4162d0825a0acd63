import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import type { AskedModel, ModelAnswer, ModelServer } from '../support/model-server.ts';
import { pickSize } from '../support/pick-size.ts';
import { runJob } from '../support/run-job.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareModelService } from '../support/share-test-service.ts';
import {
  catalogue,
  magazine,
  shop,
  shopWithSwappedPrices,
  valueOn,
  type SiblingSite,
} from '../support/sibling-pages.ts';
import { createCall, type CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

/** The first two, every fiftieth, and three for what the first two did not show. */
const mostCalls = (pages: number): number => 2 + Math.ceil(pages / 50) + 3;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('rules learnt from the answers of a model', () => {
  let model: ModelServer;
  let service: CalledService;

  before(async () => {
    ({ service, model } = await shareModelService());
  });

  /** The service as a team that has learnt nothing yet. */
  async function openTeam(): Promise<CalledService> {
    const { url, dataDir, pid, logs } = service;
    const { key } = await addTestTeam({ dataDir }, { zeroDataRetention: true });
    return { url, key, dataDir, pid, logs, call: createCall(url, key) };
  }

  /** Serves the pages of a generated site; the model knows the truth of the page that it is shown. */
  async function openSite(siblings: SiblingSite): Promise<LoopbackSite> {
    const numberOf = (address: string): number =>
      Number(/\d+(?!.*\d)/.exec(address.replace(/-why$/, ''))?.[0]);
    const site = await startTestSite({
      '*': (request, response) => answer(siblings.page(numberOf(request.url ?? '')).html)(request, response),
    });
    model.play(({ page }: AskedModel): ModelAnswer => {
      const at = Number(/^# .*?(\d+)/m.exec(page)?.[1]);
      return { value: valueOn(site.origin, siblings.page(at).value) };
    });
    return site;
  }

  interface Batch {
    /** Pages whose data are not the truth. */
    wrong: number[];
    /** The pages that the model was asked for, in the order in which that happened. */
    asked: string[];
    credits: Set<number>;
    /** The ways that pages took, why the model was asked, and what became of the rules, as traces tell it. */
    ways: string[];
    reasons: string[];
    lessons: string[];
  }

  async function runBatch(
    team: CalledService,
    siblings: SiblingSite,
    { pages, options = {} }: { pages: readonly number[]; options?: object },
  ): Promise<Batch> {
    await using site = await openSite(siblings);
    const known = model.asked.length;
    const urls = pages.map((at) => site.origin + siblings.page(at).path);
    const formats = [{ type: 'json', schema: siblings.schema }];
    const { documents } = await runJob(team, 'batch/scrape', {
      urls,
      formats,
      onlyMainContent: false,
      ...options,
    });
    assert.equal(documents.length, pages.length);
    const byUrl = new Map(documents.map((document) => [document.metadata.sourceURL, document]));
    const wrong = pages.filter((at, place) => {
      const truth = valueOn(site.origin, siblings.page(at).value);
      return JSON.stringify(byUrl.get(urls[place]!)?.json) !== JSON.stringify(inOrder(truth, siblings));
    });
    const steps = await modelSteps(team, site.port);
    return {
      wrong,
      asked: model.asked.slice(known).map(({ page }) => /^# (.*)$/m.exec(page)?.[1] ?? ''),
      credits: new Set(documents.map(({ metadata }) => metadata.creditsUsed as number)),
      ways: steps.map(({ way }) => way as string),
      reasons: steps.flatMap(({ reason }) => (reason as string | undefined) ?? []),
      lessons: steps.flatMap(({ lesson }) => (lesson as string | undefined) ?? []),
    };
  }

  /** The steps at the model in the traces of pages of a site. */
  async function modelSteps(team: CalledService, port: number): Promise<Array<Record<string, unknown>>> {
    await using db = await openServiceDatabase({ dataDir: team.dataDir });
    const { rows } = await db.query<{ trace: Array<Record<string, unknown>> }>(
      `select trace from scrape where target like $1 and trace is not null order by id`,
      [`http://127.0.0.1:${port}/%`],
    );
    return rows.flatMap(({ trace }) => trace.filter(({ step }) => step === 'model'));
  }

  async function countRows(table: string): Promise<number> {
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rows } = await db.query<{ count: number }>(`select count(*) as count from ${table}`);
    return rows[0]!.count;
  }

  const PAGES = pickSize(60, 1_000);

  test('pages that are alike are asked for a few times, and every value is right', async (context) => {
    const { wrong, asked, credits, ways, lessons } = await runBatch(await openTeam(), shop, {
      pages: range(1, PAGES + 1),
    });
    assert.deepEqual(wrong, []);
    context.diagnostic(`${asked.length} calls for ${PAGES} pages`);
    assert.ok(asked.length <= mostCalls(PAGES), `${asked.length} calls for ${PAGES} pages`);
    assert.deepEqual([...credits], [5]);
    assert.equal(ways.filter((way) => way === 'rules').length, PAGES - asked.length);
    assert.ok(lessons.includes('learnt') && lessons.includes('confirmed') && !lessons.includes('dropped'));
  });

  test('so are articles, of which some lack a field, and lists', async () => {
    const team = await openTeam();
    for (const site of [magazine, catalogue]) {
      const { wrong, asked, reasons } = await runBatch(team, site, { pages: range(1, 31) });
      assert.deepEqual(wrong, [], site.name);
      assert.ok(asked.length <= 5, `${site.name}: ${reasons.join(', ')}`);
    }
  });

  test('a template whose places come to mean something else is noticed by the next audit', async () => {
    const from = 30;
    const pages = range(1, pickSize(61, 91));
    const { wrong, lessons } = await runBatch(await openTeam(), shopWithSwappedPrices(from), {
      pages,
      options: { maxConcurrency: 1 },
    });
    assert.ok(lessons.includes('dropped'));
    assert.ok(
      wrong.every((at) => at >= from && at < from + 50),
      String(wrong),
    );
    // The rules that were learnt anew are right.
    assert.ok(
      wrong.every((at) => at <= 52),
      String(wrong),
    );
  });

  test('what was answered for one text is not asked again, for whatever page', async () => {
    const team = await openTeam();
    await using site = await openSite(shop);
    const formats = [{ type: 'json', schema: shop.schema }];
    const known = model.asked.length;
    const scrape = async (path: string, options: object = {}): Promise<any> => {
      const { status, body } = await team.call('/v2/scrape', {
        url: site.origin + path,
        formats,
        maxAge: 0,
        ...options,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    const first = await scrape('/thing/7');
    const second = await scrape('/other/7');
    assert.deepEqual(second.json, first.json);
    assert.equal(second.metadata.creditsUsed, 5);
    assert.equal(model.asked.length - known, 1);
    await scrape('/thing/7', { formats: [{ ...formats[0], prompt: 'The thing' }] });
    assert.equal(model.asked.length - known, 2);
    await scrape('/thing/7', { zeroDataRetention: true });
    assert.equal(model.asked.length - known, 3);
  });

  test('nothing is kept and nothing learnt where nothing may be kept', async () => {
    const tables = ['kept_answer', 'learnt_template'];
    const rows = await Promise.all(tables.map(countRows));
    const pages = range(201, 207);
    const { wrong, asked } = await runBatch(await openTeam(), shop, {
      pages,
      options: { zeroDataRetention: true },
    });
    assert.deepEqual(wrong, []);
    assert.equal(asked.length, pages.length);
    assert.deepEqual(await Promise.all(tables.map(countRows)), rows);
  });
});

/** The value with its properties as the schema orders them. */
function inOrder(value: unknown, { schema }: SiblingSite): unknown {
  const names = Object.keys(schema['properties'] as object);
  const entries = Object.entries(value as object);
  return Object.fromEntries(entries.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)));
}
