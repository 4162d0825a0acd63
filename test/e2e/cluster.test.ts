import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { WebSocket } from 'ws';
import { systemRead } from '../../src/contract/endpoints/system-read.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openTestRoles, TEST_KEY, type RoleProcess, type TestRoles } from '../support/open-test-roles.ts';
import { openTestServer } from '../support/postgres-server.ts';
import { creditsOfCode } from '../support/session-credits.ts';
import { createCall, type CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe('a service of several processes', { timeout: 240_000 }, () => {
  const open = new AsyncDisposableStack();
  let site: LoopbackSite;
  let roles: TestRoles;
  let host: RoleProcess;
  let callHost: CalledService['call'];
  let callOther: CalledService['call'];
  let otherUrl: string;

  before(async () => {
    site = open.use(await startTestSite({ '/': '<!doctype html><title>Here</title><h1>Here</h1>' }));
    const server = open.use(await openTestServer());
    roles = open.use(await openTestRoles(server.url, site.port));
    host = await roles.start('api');
    const other = await roles.start('api');
    callHost = createCall(host.url, TEST_KEY);
    callOther = createCall(other.url, TEST_KEY);
    otherUrl = other.url;
  });
  after(() => open.disposeAsync());

  const url = () => `http://127.0.0.1:${site.port}/`;

  async function scrapeAndInteract(): Promise<string> {
    const { body } = await callHost('/v2/scrape', { url: url() });
    const id = body.data.metadata.scrapeId as string;
    const first = await callHost(`/v2/scrape/${id}/interact`, {
      code: 'const kept = 41; await page.title()',
    });
    assert.equal(first.body.result, 'Here', JSON.stringify(first.body));
    return id;
  }

  test('every process is told while it runs', async () => {
    const worker = await roles.start('worker');
    const ask = async () => systemRead.reply.parse((await callHost('/v2/system')).body).data;
    const rolesOf = ({ processes }: Awaited<ReturnType<typeof ask>>) =>
      processes.map((each) => `${each.role} ${each.isAlive} ${each.isThisOne}`).toSorted(byText);
    const doors = ['api true false', 'api true true'];
    await eventually(async () => assert.deepEqual(rolesOf(await ask()), [...doors, 'worker true false']));
    assert.equal((await ask()).database.isOwn, false);
    worker.process.kill('SIGTERM');
    await worker.ended;
    await eventually(async () => assert.deepEqual(rolesOf(await ask()), doors));
  });

  test('any process answers for a session, whichever has it', async () => {
    const id = await scrapeAndInteract();
    const path = `/v2/scrape/${id}/interact`;
    const second = await callOther(path, { code: 'kept + 1' });
    assert.deepEqual([second.status, second.body.result], [200, '42'], JSON.stringify(second.body));
    const { cdpUrl, sessionId } = second.body;
    const driver = await chromium.connectOverCDP(cdpUrl);
    assert.equal(await driver.contexts()[0]?.pages()[0]?.title(), 'Here');
    await driver.close();
    assert.equal(await opens(second.body.interactiveLiveViewUrl), true);
    const { body: list } = await callOther('/v2/browser?status=active');
    assert.ok(list.sessions.some((session: { id: string }) => session.id === sessionId));
    const failing = await callOther(path, { code: 'nothing.here' });
    assert.deepEqual([failing.status, failing.body.success], [200, false]);
    const ended = await callOther(path, undefined, { method: 'DELETE' });
    assert.deepEqual([ended.status, ended.body.creditsBilled], [200, creditsOfCode(ended.body)]);
    assert.equal((await callHost(path, { code: '1' })).status, 410);
    await assert.rejects(chromium.connectOverCDP(cdpUrl), /410/);
  });

  test('a session is seen live at any process, whichever has it; nobody takes a call between them that is not signed', async () => {
    const { body: mine } = await callHost('/v2/browser', {});
    const driver = await chromium.connectOverCDP(mine.cdpUrl);
    const page = driver.contexts()[0]?.pages()[0];
    await page?.goto(url());
    assert.equal(await page?.title(), 'Here');
    await driver.close();
    const { port } = new URL(otherUrl);
    const view = new URL(mine.interactiveLiveViewUrl as string);
    view.port = port;
    assert.equal((await fetch(view)).status, 200);
    const socket = new WebSocket(view.href.replace('http', 'ws'), { origin: view.origin });
    const pictures: Buffer[] = [];
    socket.on('message', (data: Buffer, isBinary) => void (isBinary && pictures.push(data)));
    const [welcome] = (await once(socket, 'message')) as [Buffer];
    assert.deepEqual(JSON.parse(welcome.toString()), { type: 'welcome', isInteractive: true });
    socket.send(JSON.stringify({ type: 'size', width: 800, height: 600 }));
    await eventually(async () => assert.ok(pictures.length > 0));
    await assertUnsignedIsRefused(mine.id);
    const closed = once(socket, 'close') as Promise<[number, Buffer]>;
    const ended = await callOther(`/v2/browser/${mine.id}`, undefined, { method: 'DELETE' });
    assert.equal(ended.status, 200);
    assert.equal((await closed)[0], 4404);
  });

  async function assertUnsignedIsRefused(id: string): Promise<void> {
    const path = `/internal/sessions/${id}`;
    const call = { kind: 'code', language: 'node', code: '1', timeoutMs: 1_000 };
    assert.equal((await callHost(path, call)).status, 404);
    assert.equal((await callHost(path, undefined, { method: 'DELETE' })).status, 404);
  }

  test('the sessions of a process that is killed are destroyed, charged, and nothing of them is left', async () => {
    const id = await scrapeAndInteract();
    const family = descendantsOf(host.process.pid!);
    const folders = family.flatMap(profileFolderOf);
    assert.ok(family.length > 2 && folders.length > 0);
    await host.kill();
    await eventually(async () => {
      const { body } = await callOther('/v2/browser?status=active');
      assert.deepEqual(body.sessions, []);
    });
    const over = await callOther(`/v2/scrape/${id}/interact`, { code: '1' });
    assert.deepEqual([over.status, over.body.code], [410, 'SESSION_DESTROYED']);
    assert.match(over.body.error, /process that had it is gone/);
    const figures = await callOther(`/v2/scrape/${id}/interact`, undefined, { method: 'DELETE' });
    assert.deepEqual([figures.status, figures.body.creditsBilled], [200, creditsOfCode(figures.body)]);
    await eventually(async () => assert.deepEqual(family.filter(isAlive), []));
    // The next browser of the machine removes what nobody could.
    const next = await callOther('/v2/browser', {});
    assert.equal(next.status, 200, JSON.stringify(next.body));
    await eventually(async () =>
      assert.deepEqual(
        folders.filter((folder) => existsSync(folder)),
        [],
      ),
    );
    await callOther(`/v2/browser/${next.body.id}`, undefined, { method: 'DELETE' });
  });
});

/** Whether a live view is shown: the first message has come. */
async function opens(liveUrl: string): Promise<boolean> {
  const socket = new WebSocket(liveUrl.replace(/^http/, 'ws'));
  const [message] = (await once(socket, 'message')) as [Buffer];
  socket.terminate();
  return message.length > 0;
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(readStat(Number(name))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (const queue = [pid]; queue.length > 0;) {
    const own = children.get(queue.pop()!) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
}

/** State and parent of a process, and what follows them; undefined when there is none. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  const state = readStat(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

function profileFolderOf(pid: number): string[] {
  try {
    // Some of its processes join their words with blanks.
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
    return words.flatMap((word) => /^--user-data-dir=(.+)$/.exec(word)?.[1] ?? []);
  } catch {
    return [];
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
