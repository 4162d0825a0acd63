import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionLinks, LINK_KINDS } from './session-links.ts';

const sessionId = '0190aaaa-1111-7222-8333-444455556666';
const at = { now: 1_000_000 };
const clock = { now: () => at.now };
const links = createSessionLinks({ secret: 'a secret of the installation', clock });
const end = new Date(1_600_000);

test('a token gives back session and kind until it expires', () => {
  for (const kind of LINK_KINDS) {
    const token = links.writeLink({ sessionId, kind }, end);
    assert.match(token, /^[\w-]+$/);
    assert.deepEqual(links.readLink(token), { sessionId, kind });
    at.now = end.getTime();
    assert.equal(links.readLink(token), undefined);
    at.now = 1_000_000;
  }
});

test('no byte of a token can be changed, none added and none left out', () => {
  const token = links.writeLink({ sessionId, kind: 'watch' }, end);
  const bytes = Buffer.from(token, 'base64url');
  for (const index of bytes.keys()) {
    const forged = Buffer.from(bytes);
    forged[index]! ^= 1;
    assert.equal(links.readLink(forged.toString('base64url')), undefined, `byte ${index}`);
  }
  for (const wrong of ['', token.slice(1), `${token}AA`, `AA${token}`, 'x'.repeat(10_000)]) {
    assert.equal(links.readLink(wrong), undefined);
  }
});

test('another installation reads no link of this one', () => {
  const token = links.writeLink({ sessionId, kind: 'drive' }, end);
  assert.equal(createSessionLinks({ secret: 'another secret', clock }).readLink(token), undefined);
});
