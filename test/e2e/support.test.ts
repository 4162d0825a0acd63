import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { shareModelService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { failure, SAID } from '../support/habits/habit.ts';
import { MODEL_KEY, type ModelServer } from '../support/model-server.ts';

describe('questions about the documentation', () => {
  test('are answered with passages of it, and where they stand', async () => {
    const service = await shareTestService();
    const { status, body } = await service.call('/v2/support/docs-search', {
      question: 'How do I check that a webhook really comes from you?',
      origin: 'test',
      somethingElse: 1,
    });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['requestId', 'answer', 'evidence', 'usage', 'durationMs']);
    assert.equal(body.evidence[0].pathOrUrl, 'docs/webhooks.md#signature');
    assert.match(body.answer, /docs\/webhooks\.md#signature[^]*(?:HMAC|SHA-?256)/i);
    assert.deepEqual(body.usage, { inputTokens: 0, outputTokens: 0, totalTokens: 0 });
  });

  test('about something else are answered so', async () => {
    const service = await shareTestService();
    const { body } = await service.call('/v2/support/docs-search', { question: 'How do I bake rye bread?' });
    assert.match(body.answer, /says nothing about this/);
    assert.deepEqual(body.evidence, []);
    assert.equal((await service.call('/v2/support/docs-search', { question: '' })).status, 400);
    assert.equal((await service.call('/v2/support/docs-search', {})).status, 400);
    const headers = { authorization: 'Bearer fc-wrong' };
    const stranger = await service.call('/v2/support/docs-search', { question: 'x' }, { headers });
    assert.equal(stranger.status, 401);
  });
});

const SHELL = `<title>App</title><div id="root"></div><script>
  setTimeout(() => { document.querySelector('#root').innerHTML = '<main><p>' + 'Words of the page. '.repeat(20) + '</p></main>'; }, 1);
</script>`;
const PROSE = `<main><h1>Kettles</h1><p>${'The copper kettle boils two litres of water. '.repeat(9)}</p></main>`;

describe('questions about scrapes and jobs', () => {
  let site: CrawlSite;
  let service: CalledService;

  before(async () => {
    site = await startCrawlSite({
      pages: {
        '/': { html: PROSE, links: ['/a', '/private/b'] },
        '/a': {},
        '/forbidden': { status: 403, html: '<p>No.</p>' },
        '/aside': { html: `<aside class="sidebar">${PROSE}</aside>` },
        '/slow': { html: PROSE, takesMs: 1_500 },
        '/docs/one': { html: PROSE, links: ['/docs-more'] },
        '/docs-more': { html: PROSE },
        '/app': { body: SHELL },
        '/half': { html: PROSE, links: ['/half/a', '/half/b'] },
        '/half/a': { status: 404, html: '<p>Not here.</p>' },
        '/half/b': { html: PROSE },
      },
      robots: 'User-agent: *\nDisallow: /private',
    });
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  const ask = async (question: string, more: object = {}) => {
    const { status, body } = await service.call('/v2/support/ask', { question, ...more });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body).toSorted(), [
      'answer',
      'confidence',
      'durationMs',
      'feedback',
      'fixParameters',
      'validation',
    ]);
    return body;
  };

  const crawl = async (body: object): Promise<string> => {
    const { id } = (await service.call('/v2/crawl', body)).body;
    await eventually(async () => {
      const { status } = (await service.call(`/v2/crawl/${id}`)).body;
      assert.notEqual(status, 'scraping');
    });
    return id;
  };

  test('a scrape that timed out is told, tried with more time, and costs nothing', async () => {
    const url = `${site.origin}/slow`;
    assert.equal((await service.call('/v2/scrape', { url, timeout: 1_000, maxAge: 0 })).status, 408);
    const usage = (await service.call('/v2/team/credit-usage')).body;
    const body = await ask(`Why does ${url} fail?`);
    assert.match(body.answer, /not done within its timeout of 1000 ms.*Raise timeout/);
    assert.deepEqual(body.fixParameters, { timeout: 30_000 });
    assert.deepEqual([body.confidence, body.validation.result, body.feedback], ['high', 'success', null]);
    assert.match(body.validation.evidence, /status 200 and \d{3,} characters/);
    assert.deepEqual((await service.call('/v2/team/credit-usage')).body, usage);
  });

  test('a page that turns machines away stays what it is, and the test says so', async () => {
    const url = `${site.origin}/forbidden`;
    await service.call('/v2/scrape', { url });
    const body = await ask(`I get nothing from ${url}`);
    assert.match(body.answer, /answered with status 403/);
    assert.equal(body.fixParameters.proxy, 'enhanced');
    assert.notEqual(body.validation.result, 'success');
    assert.notEqual(body.confidence, 'high');
  });

  test('a crawl whose start was left out gets the pattern that it lacks', async () => {
    const id = await crawl({ url: `${site.origin}/`, includePaths: ['^/a'] });
    const body = await ask('Why was my crawl empty?', { jobId: id });
    assert.match(body.answer, new RegExp(`^Crawl ${id}`));
    assert.match(body.answer, /start URL was not scraped/);
    assert.deepEqual(body.fixParameters, { includePaths: ['^/a', '^/$'] });
    assert.equal(body.validation.result, 'skipped');
  });

  test('a crawl that robots.txt keeps out, one at its limit and one that stays in its folder', async () => {
    const forbidden = await crawl({ url: `${site.origin}/private/b` });
    assert.match((await ask(`What happened to ${forbidden}?`)).answer, /robots\.txt of the site forbids/);
    const limited = await crawl({ url: `${site.origin}/`, limit: 1 });
    const more = await ask(`crawl ${limited} has only one page`);
    assert.deepEqual(more.fixParameters, { limit: 10 });
    const narrow = await crawl({ url: `${site.origin}/docs/one` });
    assert.deepEqual((await ask(`crawl ${narrow} has only one page`)).fixParameters, {
      crawlEntireDomain: true,
    });
  });

  test('an address that is not public names the variable', async () => {
    await service.call('/v2/scrape', { url: 'http://10.0.0.9/' });
    const body = await ask('Why is http://10.0.0.9/ refused?');
    assert.match(body.answer, /DECANT_ALLOW_ADDRESSES/);
    assert.equal(body.fixParameters, null);
  });

  test('a batch is told of with its own options, and tried with a page that failed', async () => {
    const { id } = (
      await service.call('/v2/batch/scrape', { urls: [`${site.origin}/slow`], timeout: 1_000, maxAge: 0 })
    ).body;
    await eventually(async () => {
      assert.notEqual((await service.call(`/v2/batch/scrape/${id}`)).body.status, 'scraping');
    });
    const body = await ask(`What went wrong with ${id}?`);
    assert.match(body.answer, /1 of 1 pages failed.*SCRAPE_TIMEOUT.*timeout of 1000 ms/);
    assert.deepEqual([body.fixParameters, body.validation.result], [{ timeout: 30_000 }, 'success']);
  });

  test('a job that did well is said to have, and error pages among its documents are told', async () => {
    const well = await crawl({ url: `${site.origin}/a`, sitemap: 'skip', limit: 50 });
    const half = await crawl({ url: `${site.origin}/half`, sitemap: 'skip' });
    assert.match(
      (await ask(`crawl ${half} is broken`)).answer,
      /1 is an error page of the site, with status 404/,
    );
    assert.match((await ask(`is crawl ${well} done?`)).answer, new RegExp(well));
  });

  test('a host is known without its scheme', async () => {
    await service.call('/v2/scrape', { url: 'http://nothing.invalid/' });
    const body = await ask('nothing.invalid does not work');
    assert.match(body.answer, /host name of the URL does not resolve.*Tried again just now/);
    assert.equal(body.confidence, 'medium');
  });

  test('a question about something else is not answered with the newest scrape that failed', async () => {
    await service.call('/v2/scrape', { url: `${site.origin}/slow`, timeout: 1_000, maxAge: 0 });
    for (const [question, place] of [
      ['my webhook is not called', 'docs/troubleshooting.md#a-webhook-does-not-arrive'],
      ['429?', 'docs/troubleshooting.md#429-too-many-requests'],
      ['What does SCRAPE_DOCUMENT_ENCRYPTED mean?', 'scrape_document_encrypted'],
    ] as const) {
      const body = await ask(question);
      assert.ok(body.answer.includes(place), `${question}: ${body.answer}`);
      assert.deepEqual(
        [body.confidence, body.fixParameters, body.validation],
        ['medium', null, null],
        question,
      );
    }
  });

  test("another team's scrapes and jobs never show", async () => {
    const id = await crawl({ url: `${site.origin}/`, includePaths: ['^/secret-plan'] });
    const other = await addTestTeam(service);
    for (const question of [
      `Why was ${id} empty?`,
      `Why does ${site.origin}/slow fail?`,
      'Why was my crawl empty?',
    ]) {
      const { body } = await service.call('/v2/support/ask', { question }, other);
      assert.deepEqual([body.confidence, body.fixParameters, body.validation], ['low', null, null], question);
      assert.match(body.feedback.blockedBy, /the team/);
      assert.ok(!JSON.stringify(body).includes('secret-plan') && !JSON.stringify(body).includes(site.origin));
    }
  });

  test('how something is done is answered from the documentation', async () => {
    const body = await ask('How can I revoke an API key?');
    assert.match(body.answer, /docs\/(?:accounts\.md|api\.md#delete-v2teamkeysid)/);
    assert.deepEqual([body.confidence, body.feedback], ['medium', null]);
    const lost = await ask('How do I bake rye bread?');
    assert.equal(lost.confidence, 'low');
    assert.match(lost.feedback.attempted, /documentation/);
  });

  test('what is no question is refused', async () => {
    for (const body of [{}, { question: '' }, { question: 7 }])
      assert.equal((await service.call('/v2/support/ask', body)).status, 400);
    const headers = { authorization: 'Bearer fc-wrong' };
    assert.equal((await service.call('/v2/support/ask', { question: 'x' }, { headers })).status, 401);
  });
});

describe('support with a language model', () => {
  let model: ModelServer;
  let service: CalledService;
  const say: { answer: unknown } = { answer: {} };

  before(async () => {
    ({ service, model } = await shareModelService());
    model.play(() =>
      typeof say.answer === 'number' ? { reply: failure(say.answer, MODEL_KEY) } : { value: say.answer },
    );
  });

  const search = async (answer: unknown) => {
    say.answer = answer;
    const question = 'Where do I get a key?';
    return (await service.call('/v2/support/docs-search', { question })).body;
  };

  test('it answers from sections that it names', async () => {
    const body = await search({ answer: 'Run decant keys create.', sections: [1, 77] });
    assert.equal(body.answer, 'Run decant keys create.');
    assert.equal(body.evidence.length, 1);
    assert.ok(body.usage.inputTokens > 0 && body.usage.outputTokens > 0);
    assert.equal(body.usage.totalTokens, body.usage.inputTokens + body.usage.outputTokens);
    assert.match(model.asked.at(-1)!.prompt, /\[1\] Keys, teams, credits/);
  });

  test('an answer that no section says, and an endpoint that fails, leave the passages', async () => {
    for (const answer of [{ answer: 'Ask your mother.', sections: [] }, 503]) {
      const body = await search(answer);
      assert.match(body.answer, /docs\/accounts\.md/);
      assert.equal(body.usage.totalTokens, 0);
      for (const secret of [SAID, MODEL_KEY]) assert.ok(!JSON.stringify(body).includes(secret));
    }
  });

  test('it words a diagnosis, and adds nothing to the options', async () => {
    await service.call('/v2/scrape', { url: 'http://10.0.0.9/' });
    const question = 'Why is http://10.0.0.9/ refused?';
    say.answer = { choice: 1, answer: 'It is a private address.' };
    const { body } = await service.call('/v2/support/ask', { question, rationale: 'our wiki' });
    assert.deepEqual([body.answer, body.fixParameters], ['It is a private address.', null]);
    assert.match(model.asked.at(-1)!.prompt, /our wiki.*DECANT_ALLOW_ADDRESSES/s);
    for (const answer of [{ choice: 9, answer: 'No.' }, 500]) {
      say.answer = answer;
      const plain = (await service.call('/v2/support/ask', { question })).body;
      assert.match(plain.answer, /DECANT_ALLOW_ADDRESSES/);
    }
  });
});
