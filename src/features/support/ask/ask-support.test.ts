import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../accounts/caller.ts';
import { NO_API_KEY } from '../../../accounts/caller.ts';
import { createLog } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import type { Queryable } from '../../../store/database.ts';
import { createDocs } from '../docs/open-docs.ts';
import { createAskSupport } from './ask-support.ts';
import type { SupportCase } from './support-case.ts';

const TEAM: Caller['team'] = {
  id: '01a20015-2a4d-778d-ac46-f1583135ef94',
  name: 'a',
  maxConcurrency: 1,
  creditsGranted: null,
  features: { zeroDataRetention: false, robotsOptions: false, searchZdr: false, searchAnon: false },
  rateLimits: {},
  isOperator: false,
};
const CASE: SupportCase = {
  kind: 'scrape',
  id: TEAM.id,
  target: 'https://site.test/',
  isNamed: true,
  status: 'failed',
  errorCode: 'SCRAPE_TIMEOUT',
  options: { timeout: 1_000 },
  warnings: [],
};

test('a test of the fix that does not end is cut off, and the answer has what was found', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const db: Pick<Queryable, 'query'> = { query: async () => ({ rows: [], rowCount: 0 }) };
  const ask = createAskSupport({
    db: db,
    findCases: async () => [CASE],
    async tryFix() {
      context.mock.timers.tick(60_000);
      return new Promise(() => undefined);
    },
    openDocs: createDocs(),
    model: undefined,
    log: createLog({ level: 'silent', stream: { write: () => true } }),
  });
  const caller = { team: TEAM, apiKeyId: NO_API_KEY };
  const question = 'Why does https://site.test/ fail?';
  const failed = await ask(caller, { question }, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  assert.ok(failed instanceof ServiceError, String(failed));
  assert.equal(failed.code, 'SUPPORT_TIMEOUT');
  assert.equal(failed.status, 504);
  const { answer, durationMs, ...members } = failed.members as Record<string, unknown>;
  assert.match(String(answer), /not done within its timeout of 1000 ms/);
  assert.equal(typeof durationMs, 'number');
  assert.deepEqual(members, {
    confidence: 'medium',
    fixParameters: { timeout: 30_000 },
    validation: null,
    feedback: {
      blockedBy: 'The time of 60 seconds was over.',
      attempted: 'Looked at the scrapes and jobs of the team.',
    },
  });
});
