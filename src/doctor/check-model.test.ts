import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopbackSite, type LoopbackSite } from '../../test/support/loopback-site.ts';
import { loadConfig } from '../config.ts';
import { checkModel } from './check-model.ts';
import type { DoctorFinding } from './finding.ts';

const KEY = 'sk-of-the-operator';
const { signal } = new AbortController();

function check(site: LoopbackSite, more: Record<string, string> = {}): Promise<DoctorFinding> {
  const config = loadConfig({
    DECANT_LLM_BASE_URL: `${site.origin}/v1`,
    DECANT_LLM_MODEL: 'small',
    DECANT_LLM_API_KEY: KEY,
    DECANT_LLM_HEADERS: 'X-Team: blue',
    ...more,
  });
  return checkModel({ config, signal });
}

/** An endpoint with a list of models that answers every question so. */
function openEndpoint(status: number, answer: unknown): Promise<LoopbackSite> {
  return openLoopbackSite((request, response) => {
    const isOurs = request.headers.authorization === `Bearer ${KEY}` && request.headers['x-team'] === 'blue';
    const list = { data: [{ id: 'large' }, { id: 'small', max_model_len: 16_384 }] };
    const isList = request.url === '/v1/models';
    response
      .writeHead(isOurs ? (isList ? 200 : status) : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isList ? list : answer));
  });
}

test('without a model the variables are named', async () => {
  const { state, note } = await checkModel({ config: loadConfig({}), signal });
  assert.equal(state, 'missing');
  assert.match(note, /DECANT_LLM_BASE_URL, DECANT_LLM_MODEL/);
});

test('a model that answers is told with its way and its window', async () => {
  const answer = { choices: [{ message: { content: '{"sum":5}' }, finish_reason: 'stop' }] };
  await using site = await openEndpoint(200, answer);
  const { state, note } = await check(site);
  assert.equal(state, 'ok');
  assert.match(note, /^small answers with JSON by a strict schema .*a window of 16384 tokens as it tells/);
  const larger = await check(site, { DECANT_LLM_CONTEXT_TOKENS: '32768' });
  assert.match(larger.note, /a window of 32768 tokens is set, but the endpoint tells of 16384/);
});

test('a model that is not there is told with what the endpoint has', async () => {
  const answer = { error: { message: 'The model `tiny` does not exist', code: 'model_not_found' } };
  await using site = await openEndpoint(404, answer);
  const { state, note } = await check(site, { DECANT_LLM_MODEL: 'tiny' });
  assert.equal(state, 'missing');
  assert.match(note, /^tiny: The endpoint does not have this language model .*not among those/);
  const wrongKey = await check(site, { DECANT_LLM_API_KEY: 'another' });
  assert.equal(wrongKey.state, 'missing');
  assert.doesNotMatch(`${note}${wrongKey.note}`, /sk-of|another|127\.0\.0\.1/);
});
