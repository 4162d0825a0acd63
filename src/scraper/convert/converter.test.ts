import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../test/support/count-turns.ts';
import { plainText } from '../../../test/support/plain-text.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { ConvertRequest } from './convert-page.ts';
import { openConverter } from './converter.ts';

function requestFor(paragraphs: number, changes: Partial<ConvertRequest> = {}): ConvertRequest {
  const text = '<p class=x1>A <b>paragraph</b> of a page, as long as the others are.</p>'.repeat(paragraphs);
  return {
    body: Buffer.from(`<main><h1>Page</h1>${text}</main>`),
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    contentLanguage: undefined,
    url: 'http://site.test/',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    ...changes,
  };
}

test('a team that has nothing converted waits for no other team, however much of that is under way', async () => {
  await using converter = openConverter({ threads: 1 });
  const endless = requestFor(20_000, {
    includeTags: Array.from({ length: 900 }, () => ':has(:has(:has(p.x1)))'),
  });
  const caller = new AbortController();
  using held = new Deadline(300_000, caller.signal);
  const gone = Array.from({ length: 6 }, () =>
    assert.rejects(converter.convert(endless, held, { teamId: 'a' }), { message: 'gone' }),
  );
  // More work than is done on the main thread.
  const modest = requestFor(1_400, { excludeTags: ['.a', '.b', '.c', '.d', '.e'] });
  using deadline = new Deadline(25_000);
  const { content } = await converter.convert(modest, deadline, { teamId: 'b' });
  assert.match(plainText(content.markdown), /^# Page/);
  caller.abort(new Error('gone'));
  await Promise.all(gone);
});

test('between pages that are converted on the main thread everybody else has a turn', async () => {
  await using converter = openConverter({ threads: 1 });
  const medium = requestFor(2_000);
  using deadline = new Deadline(60_000);
  const pages = 20;
  const turns = await countTurns(async () => {
    await Promise.all(
      Array.from({ length: pages }, () => converter.convert(medium, deadline, { teamId: 'a' })),
    );
  });
  assert.ok(turns >= pages / 2, `${turns} turns`);
});

test('teams take turns on the main thread', async () => {
  await using converter = openConverter({ threads: 1 });
  const medium = requestFor(2_000);
  using deadline = new Deadline(60_000);
  const order: string[] = [];
  const convert = async (teamId: string): Promise<void> => {
    await converter.convert(medium, deadline, { teamId });
    order.push(teamId);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'b'].map(convert));
  assert.ok(order.indexOf('b') <= 1, order.join(' '));
});
