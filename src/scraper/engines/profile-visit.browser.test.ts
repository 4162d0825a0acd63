import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestScraper, type TestScraper } from '../../../test/support/open-test-scraper.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { createTeam } from '../../accounts/teams.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Database } from '../../store/database.ts';
import { createProfiles, type ProfileRequest, type Profiles } from '../profiles/profiles.ts';

/** A page that names its visitor by the cookie, by localStorage and by IndexedDB; a click logs in. */
const APP = `<!doctype html><title>shop</title><h1>Shop</h1><p id=who></p><button id=login>Log in</button><script>
  const open = () => new Promise((resolve) => {
    const request = indexedDB.open('shop', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('users');
    request.onsuccess = () => resolve(request.result);
  });
  const show = async (cookie) => {
    const users = (await open()).transaction('users').objectStore('users').get('me');
    users.onsuccess = () => { who.textContent = ['cookie', cookie, 'local', localStorage.getItem('user'), 'database', users.result?.name].join(' ') };
  };
  login.onclick = async () => {
    await fetch('/login');
    localStorage.setItem('user', 'ann');
    const work = (await open()).transaction('users', 'readwrite');
    work.objectStore('users').put({ name: 'ann' }, 'me');
    work.oncomplete = () => show('now');
  };
  show('COOKIE');
</script>`;

describe('profiles of visits', { timeout: 60_000 }, () => {
  const open = new AsyncDisposableStack();
  let house: TestScraper | undefined;
  let db: Database;
  let profiles: Profiles;
  let site: LoopbackSite;
  const teams = { one: '', two: '' };
  const opened: ProfileRequest[] = [];

  before(async () => {
    db = open.use(await openTestDatabase());
    const made = createProfiles({ db, secret: 'a secret', log: silentLog });
    profiles = {
      open(request) {
        opened.push(request);
        return made.open(request);
      },
    };
    for (const name of ['one', 'two'] as const) teams[name] = (await createTeam(db, name)).id;
    house = await openTestScraper({ profiles });
    if (house) open.use(house);
    site = open.use(
      await startTestSite({
        '/': (request, response) => {
          const user = /user=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'nobody';
          answer(APP.replace('COOKIE', user))(request, response);
        },
        '/file': (request, response) => {
          response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' });
          response.end(`sent,${request.headers.cookie ?? 'nothing'}`);
        },
        '/login': answer('', { 'set-cookie': 'user=ann; HttpOnly; Path=/' }),
      }),
    );
  });
  after(() => open.disposeAsync());

  const LOGIN = [{ type: 'click', selector: '#login' }];
  const visitTest = (name: string, run: (scrape: Visit) => Promise<void>): void =>
    void test(name, (context) => (house ? run(visitAs(house)) : context.skip('no browser')));

  type Visit = (
    team: keyof typeof teams,
    profile: Record<string, unknown>,
    members?: Record<string, unknown>,
  ) => Promise<{ text: string; warning: string | undefined }>;

  function visitAs(given: TestScraper): Visit {
    return async (team, profile, members = {}) => {
      const body = { url: site.origin, onlyMainContent: false, timeout: 20_000, profile, ...members };
      const { document } = await given.scrape(body, { teamId: teams[team] });
      return { text: document.markdown ?? '', warning: document.warning };
    };
  }

  visitTest('who logs in once is known at the next visit', async (visit) => {
    assert.match((await visit('one', { name: 'a' })).text, /cookie nobody local database/);
    const first = await visit(
      'one',
      { name: 'a' },
      { actions: [...LOGIN, { type: 'wait', milliseconds: 300 }] },
    );
    assert.match(first.text, /cookie now local ann database ann/);
    assert.equal(first.warning, undefined);
    const second = await visit('one', { name: 'a' });
    assert.match(second.text, /cookie ann local ann database ann/);
    assert.equal(second.warning, undefined);
    const read = await visit('one', { name: 'a', saveChanges: false });
    assert.match(read.text, /cookie ann local ann database ann/);
  });

  visitTest('a profile is of one team and one name', async (visit) => {
    await visit('one', { name: 'b' }, { actions: LOGIN });
    for (const [team, name] of [
      ['two', 'b'],
      ['one', 'other'],
    ] as const) {
      const { text, warning } = await visit(team, { name, saveChanges: false });
      assert.match(text, /cookie nobody local database/);
      assert.match(warning ?? '', /There is no profile ".*" yet/);
    }
    const { rows } = await db.query<{ state: Buffer }>('select state from profile');
    assert.ok(rows.length > 0);
    for (const { state } of rows) assert.equal(state.includes('ann'), false);
  });

  visitTest('without saveChanges, and when an action fails, nothing changes', async (visit) => {
    await visit('one', { name: 'c' });
    await visit('one', { name: 'c', saveChanges: false }, { actions: LOGIN });
    const failing = visit(
      'one',
      { name: 'c' },
      { actions: [...LOGIN, { type: 'executeJavascript', script: 'throw new Error()' }] },
    );
    await assert.rejects(failing, { code: 'SCRAPE_ACTION_ERROR' });
    assert.match((await visit('one', { name: 'c' })).text, /cookie nobody local database/);
  });

  visitTest('a file is fetched as the same user', async (visit) => {
    await visit('one', { name: 'e' }, { actions: LOGIN });
    const askedBefore = site.requests.length;
    await visit('one', { name: 'e' }, { url: `${site.origin}/file`, headers: { Cookie: 'own=1' } });
    const asked = site.requests.slice(askedBefore).filter((request) => request.url === '/file');
    assert.equal(asked.length, 2);
    for (const { headers } of asked) {
      assert.deepEqual(headers.cookie?.split('; ').toSorted(), ['own=1', 'user=ann']);
    }
  });

  visitTest('a page of a job waits for a writer that is no other page of it', async () => {
    const { signal } = new AbortController();
    const writer = await profiles.open({ teamId: teams.one, name: 'f', saveChanges: true, signal });
    const body = { url: site.origin, timeout: 20_000, profile: { name: 'f' } };
    const scraping = house?.scrape(body, { teamId: teams.one, job: { id: 'job', spacingMs: 0 } });
    await eventually(async () => assert.equal(opened.filter(({ name }) => name === 'f').length, 2));
    assert.equal(opened.at(-1)?.patienceMs, 60_000);
    await writer[Symbol.asyncDispose]();
    assert.match((await scraping)?.document.markdown ?? '', /cookie nobody/);
  });

  visitTest('a second writer is refused before a browser is asked for', async (visit) => {
    const { signal } = new AbortController();
    await using _writer = await profiles.open({ teamId: teams.one, name: 'd', saveChanges: true, signal });
    const askedBefore = site.requests.length;
    await assert.rejects(visit('one', { name: 'd' }), { code: 'CONFLICT', status: 409 });
    assert.equal(site.requests.length, askedBefore);
    assert.ok(!house?.trace().some(({ step }) => step === 'browserTab'));
    await visit('one', { name: 'd', saveChanges: false });
  });
});
