import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { eventually } from './eventually.ts';
import { openTestSession, type TestSession } from './open-test-session.ts';

const shared: { house?: Promise<TestSession | undefined> } = {};

// Of the whole process: after the last suite of the last file.
after(async () => {
  await (await shared.house)?.[Symbol.asyncDispose]();
});

/**
 * The session of all files that need nothing special of theirs, one after the other; the first one opens it. Each finds one
 * empty page, no cookies and no drivers. Undefined where there is no browser.
 */
export async function shareTestSession(): Promise<SessionBrowser | undefined> {
  shared.house ??= openTestSession();
  const house = await shared.house;
  if (house) await clear(house.session);
  return house?.session;
}

async function clear(session: SessionBrowser): Promise<void> {
  await eventually(async () => assert.equal(session.drivers, 0));
  const { browser } = session.browser.connection;
  const left = session.tabs();
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  for (const tab of left) await browser.send('Target.closeTarget', { targetId: tab.targetId });
  await eventually(async () =>
    assert.deepEqual(
      session.tabs().map((tab) => tab.targetId),
      [targetId],
    ),
  );
  const page = await session.activePage(new AbortController().signal);
  await page.session.send('Network.clearBrowserCookies');
}
