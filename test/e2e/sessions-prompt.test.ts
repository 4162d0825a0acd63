import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { shareModelService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

test('a prompt is done by the language model in the page of a scrape, and costs seven credits a minute', async () => {
  await using site = await startTestSite({
    '/': `<!doctype html><title>Shop</title><h1>Shoes</h1><button onclick="this.textContent='bought'">Buy</button>`,
  });
  const { service, model } = await shareModelService();
  model.play(({ prompt }) => ({
    value: prompt.includes('button "bought"')
      ? { tool: 'done', answer: 'One pair of shoes is bought' }
      : { tool: 'click', ref: /\[(e\d+)\] button "Buy"/.exec(prompt)?.[1] },
  }));
  const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  const { metadata } = await client.scrape(`http://127.0.0.1:${site.port}/`, { formats: ['markdown'] });
  const id = metadata!.scrapeId!;
  const done = await client.interact(id, { prompt: 'buy shoes' });
  assert.deepEqual(
    [done.success, done.output, done.exitCode, done.killed],
    [true, 'One pair of shoes is bought', 0, false],
  );
  assert.match(done.result ?? '', /button "bought"/);
  const seen = await client.interact(id, { code: 'await page.textContent("button")' });
  assert.equal(seen.result, 'bought');
  const { sessionId } = done as { sessionId?: string };
  const traced = await service.call(`/v2/browser/${sessionId}/trace`);
  const [run] = traced.body.prompts;
  assert.deepEqual([run.end, run.steps.map(({ step }: any) => step.tool)], ['done', ['click', 'done']]);
  const path = `/v2/scrape/${id}/interact`;
  const { body } = await service.call(path, undefined, { method: 'DELETE' });
  assert.deepEqual([body.success, body.creditsBilled], [true, 7]);
});
