import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { KETTLE, KETTLE_SCHEMA, knowKettle } from '../support/kettle-page.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startMcpClient } from '../support/mcp-client.ts';
import { runPublicCli } from '../support/run-public-cli.ts';
import { shareModelService, shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

interface Reached {
  url: string;
  key: string;
}

describe('answers through the public tools for agents and the command line', () => {
  let site: LoopbackSite;
  before(async () => {
    site = await startTestSite({ '/': KETTLE });
  });
  after(() => site?.[Symbol.asyncDispose]());

  /** The tool for scrapes with a schema, in the form that it asks for. */
  async function extract(service: Reached): Promise<{ json?: any; warning?: string }> {
    await using mcp = await startMcpClient(service);
    const { isError, content, structuredContent } = await mcp.call('firecrawl_scrape', {
      url: `${site.origin}/`,
      formats: ['json'],
      jsonOptions: { prompt: 'The kettle', schema: KETTLE_SCHEMA },
    });
    assert.ok(isError !== true, JSON.stringify(content));
    return structuredContent ?? JSON.parse(content[0]?.text ?? '');
  }

  async function command(service: Reached, ...args: string[]): Promise<string> {
    await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-public-'));
    const { code, stdout, stderr } = await runPublicCli(['scrape', `${site.origin}/`, ...args], {
      home: home.path,
      service,
    });
    assert.equal(code, 0, stderr);
    return stdout;
  }

  test('with a language model', async () => {
    const { service, model } = await shareModelService();
    model.play(knowKettle);
    const { json, warning } = await extract(service);
    assert.deepEqual(
      [json.name, json.price, json.since, warning],
      ['Copper kettle', 49.9, '2024-05-03', undefined],
    );
    const [summary, answer, filled] = await Promise.all([
      command(service, '--summary'),
      command(service, '--query', 'Can it go into the dishwasher?'),
      command(service, '--format', 'json', '--schema', JSON.stringify(KETTLE_SCHEMA)),
    ]);
    assert.match(summary, /A kettle of copper by Acme\./);
    assert.match(answer, /No, never\./);
    assert.match(filled, /"since": ?"2024-05-03"/);
  });

  test('without one, in the words of the page', async () => {
    const service = await shareTestService();
    const { json, warning } = await extract(service);
    assert.equal(json.name, 'Copper kettle');
    assert.match(warning ?? '', /DECANT_LLM_BASE_URL/);
    const [summary, answer, filled] = await Promise.all([
      command(service, '--summary'),
      command(service, '--query', 'Can it go into the dishwasher?'),
      command(service, '--format', 'json', '--schema', JSON.stringify(KETTLE_SCHEMA)),
    ]);
    assert.match(summary, /copper kettle from Acme/);
    assert.match(answer, /never put it into the dishwasher/);
    assert.match(filled, /Copper kettle/);
  });
});
