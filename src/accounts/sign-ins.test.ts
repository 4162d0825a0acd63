import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignIns, isProof, SIGN_IN_MS } from './sign-ins.ts';

const DIGEST = 'ab'.repeat(32);

function openSignIns(secret = 'secret') {
  const clock = { time: 1_000, now: () => clock.time };
  return { clock, ...createSignIns({ secret, clock }) };
}

test('a code signs in once, and for ten minutes', () => {
  const { clock, issueCode, redeemCode } = openSignIns();
  const [first, second] = [issueCode(DIGEST), issueCode(DIGEST)];
  assert.notEqual(first, second);
  assert.equal(redeemCode(first), DIGEST);
  assert.equal(redeemCode(first), undefined);
  clock.time += 600_000;
  assert.equal(redeemCode(second), undefined);
  assert.equal(redeemCode(''), undefined);
});

test('a cookie stands for a key for twelve hours, and hides it', () => {
  const { clock, writeCookie, readCookie } = openSignIns();
  const cookie = writeCookie(DIGEST);
  assert.equal(readCookie(cookie)?.digest, DIGEST);
  assert.ok(!Buffer.from(cookie, 'base64url').toString('hex').includes(DIGEST));
  clock.time += SIGN_IN_MS;
  assert.equal(readCookie(cookie), undefined);
});

test('a cookie that was changed, or is of another installation, is none', () => {
  const { writeCookie, readCookie } = openSignIns();
  const cookie = writeCookie(DIGEST);
  const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const wrong of ['', 'x', changed, openSignIns('other').writeCookie(DIGEST), cookie.slice(4)])
    assert.equal(readCookie(wrong), undefined, wrong);
});

test('the proof belongs to one cookie', () => {
  const { writeCookie, readCookie } = openSignIns();
  const [first, second] = [readCookie(writeCookie(DIGEST))!, readCookie(writeCookie(DIGEST))!];
  assert.ok(isProof(first.proof, first));
  for (const wrong of [undefined, '', second.proof, `${first.proof}x`]) assert.ok(!isProof(wrong, first));
});
