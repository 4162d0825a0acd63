import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openAnsweringModel, type AnsweringModel } from '../support/answering-model.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

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

describe('support with a language model', () => {
  let model: AnsweringModel;
  let service: TestService;
  const say: { answer: unknown } = { answer: {} };

  before(async () => {
    model = await openAnsweringModel(() => say.answer);
    service = await startTestService({
      environment: { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8', ...model.environment },
    });
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await model?.[Symbol.asyncDispose]();
  });

  const search = async (answer: unknown) => {
    say.answer = answer;
    const question = 'How do I get another API key?';
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
      assert.ok(!JSON.stringify(body).includes('SECRET'));
    }
  });
});
