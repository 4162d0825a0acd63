import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../lib/service-error.ts';
import type { FetchSiteFile, SiteFile, SiteFileRequest } from '../fetch-site-file.ts';
import { createRobotsOf } from './robots-of.ts';
import type { SiteRobots } from './site-robots.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Answer = SiteFile | Error;

function robotsTxt(body: string, status = 200): SiteFile {
  return {
    status,
    url: new URL('https://site.test/robots.txt'),
    contentType: 'text/plain',
    body: Buffer.from(body),
  };
}

function siteError(): ServiceError {
  return new ServiceError('SCRAPE_SITE_ERROR', { message: 'site.test refused the connection' });
}

interface World {
  now: number;
  answer: Answer | Promise<Answer>;
  readonly asked: { url: string; request: SiteFileRequest }[];
  ask(url?: string, userAgent?: string, signal?: AbortSignal, teamId?: string): Promise<SiteRobots>;
}

function createWorld(answer: Answer | Promise<Answer> = robotsTxt('')): World {
  const asked: World['asked'] = [];
  const fetch: FetchSiteFile = async (url, request) => {
    asked.push({ url: url.href, request });
    const given = await world.answer;
    if (given instanceof Error) throw given;
    return given;
  };
  const robotsOf = createRobotsOf({ fetch, clock: { now: () => world.now } });
  const world: World = {
    now: Date.UTC(2026, 0, 1),
    answer,
    asked,
    ask: (url = 'https://site.test/a/b?c', userAgent, signal = new AbortController().signal, teamId = 'a') =>
      robotsOf(new URL(url), { userAgent, teamId, signal }),
  };
  return world;
}

function isAllowed(robots: SiteRobots, path: string): boolean {
  return robots.isAllowed(new URL(path, 'https://site.test'));
}

describe('robotsOf', () => {
  it('asks the origin of the page and says what the file says to Decant', async () => {
    const world = createWorld(
      robotsTxt(
        'user-agent: *\ndisallow: /all\ncrawl-delay: 2\n\nuser-agent: decant\ndisallow: /us\ncrawl-delay: 30\nsitemap: /s.xml\nSitemap: https://cdn.test/t.xml\nsitemap: /s.xml\nsitemap: ftp://site.test/\nsitemap: http://[\n',
      ),
    );
    const robots = await world.ask('https://site.test:8443/a/b?c');
    assert.equal(world.asked[0]?.url, 'https://site.test:8443/robots.txt');
    assert.equal(world.asked[0]?.request.userAgent, undefined);
    assert.equal(world.asked[0]?.request.timeoutMs, 10_000);
    assert.equal(robots.state, 'read');
    assert.equal(robots.origin, 'https://site.test:8443');
    assert.equal(isAllowed(robots, '/all'), true);
    assert.equal(isAllowed(robots, '/us/x'), false);
    assert.equal(robots.crawlDelayS, 30);
    assert.deepEqual(robots.sitemaps, ['https://site.test:8443/s.xml', 'https://cdn.test/t.xml']);
  });

  it('gives itself out as the crawler that the caller names', async () => {
    const world = createWorld(
      robotsTxt('user-agent: FooBot\ndisallow: /foo\n\nuser-agent: *\ndisallow: /all\ncrawl-delay: 1'),
    );
    const userAgent = 'FooBot/2.1 (+https://foo.test)';
    const asFoo = await world.ask(undefined, userAgent);
    assert.equal(world.asked[0]?.request.userAgent, userAgent);
    assert.deepEqual([isAllowed(asFoo, '/foo'), isAllowed(asFoo, '/all')], [false, true]);
    assert.equal(asFoo.crawlDelayS, undefined);
    const asOurselves = await world.ask();
    assert.equal(world.asked.length, 2);
    assert.deepEqual([isAllowed(asOurselves, '/foo'), isAllowed(asOurselves, '/all')], [true, false]);
    assert.equal(await world.ask(undefined, userAgent), asFoo);
  });

  it('allows everything where there is no file', async () => {
    for (const status of [404, 403, 410, 302]) {
      const robots = await createWorld(robotsTxt('user-agent: *\ndisallow: /', status)).ask();
      assert.deepEqual([robots.state, isAllowed(robots, '/'), robots.sitemaps], ['unavailable', true, []]);
    }
  });

  it('allows nothing where the site cannot be asked, and soon asks again', async () => {
    const failure = siteError();
    for (const answer of [robotsTxt('', 503), failure]) {
      const world = createWorld(answer);
      const robots = await world.ask();
      assert.equal(robots.state, 'unreachable');
      assert.equal(robots.failure, answer === failure ? failure : undefined);
      assert.deepEqual([isAllowed(robots, '/'), isAllowed(robots, '/robots.txt')], [false, true]);
      world.answer = robotsTxt('');
      world.now += MINUTE_MS - 1;
      assert.equal(await world.ask(), robots);
      world.now += 1;
      assert.equal((await world.ask()).state, 'read');
    }
  });

  it('asks again after an hour', async () => {
    const world = createWorld(robotsTxt(''));
    const first = await world.ask();
    world.answer = robotsTxt('user-agent: *\ndisallow: /');
    world.now += HOUR_MS - 1;
    assert.equal(await world.ask('https://site.test/other'), first);
    world.now += 1;
    assert.equal(isAllowed(await world.ask(), '/'), false);
    assert.equal(world.asked.length, 2);
  });

  it('goes on with what a site said for a day while it cannot be asked', async () => {
    const world = createWorld(robotsTxt('user-agent: *\ndisallow: /no'));
    const first = await world.ask();
    world.answer = siteError();
    world.now += HOUR_MS;
    assert.equal(await world.ask(), first);
    assert.equal(await world.ask(), first);
    assert.equal(world.asked.length, 2);
    world.now += MINUTE_MS;
    assert.equal(await world.ask(), first);
    assert.equal(world.asked.length, 3);
    world.now += 23 * HOUR_MS - 2 * MINUTE_MS;
    assert.equal(await world.ask(), first);
    world.now += MINUTE_MS;
    assert.equal((await world.ask()).state, 'unreachable');
  });

  it('asks once for all who ask at the same time, also when one of them goes away', async () => {
    const pending = Promise.withResolvers<Answer>();
    const world = createWorld(pending.promise);
    const controller = new AbortController();
    const leaving = world.ask(undefined, undefined, controller.signal);
    const staying = world.ask('https://site.test/x');
    const other = world.ask('http://site.test/x');
    controller.abort(new Error('gone'));
    await assert.rejects(leaving, { message: 'gone' });
    pending.resolve(robotsTxt(''));
    assert.equal((await staying).state, 'read');
    assert.equal((await other).origin, 'http://site.test');
    assert.deepEqual(
      world.asked.map(({ url }) => url),
      ['https://site.test/robots.txt', 'http://site.test/robots.txt'],
    );
    assert.equal(world.asked[0]?.request.signal.aborted, false);
  });

  it('gives up when nobody waits any more, and keeps nothing of it', async () => {
    const world = createWorld(new Promise<Answer>(() => undefined));
    const controller = new AbortController();
    const leaving = world.ask(undefined, undefined, controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(leaving, { message: 'gone' });
    assert.equal(world.asked[0]?.request.signal.aborted, true);
    world.answer = robotsTxt('');
    assert.equal((await world.ask()).state, 'read');
  });

  it('does not let one team wait for another, nor believe it that a site cannot be asked', async () => {
    const pending = Promise.withResolvers<Answer>();
    const world = createWorld(pending.promise);
    const ask = (teamId: string) => world.ask(undefined, undefined, undefined, teamId);
    const waiting = ask('a');
    world.answer = robotsTxt('user-agent: *\ndisallow: /');
    const robots = await ask('b');
    assert.equal(robots.state, 'read');
    pending.resolve(siteError());
    assert.equal(await waiting, robots, 'what the site said meanwhile');
    const apart = createWorld(siteError());
    assert.equal((await apart.ask(undefined, undefined, undefined, 'a')).state, 'unreachable');
    apart.answer = robotsTxt('');
    assert.equal((await apart.ask(undefined, undefined, undefined, 'b')).state, 'read');
    assert.equal((await apart.ask(undefined, undefined, undefined, 'a')).state, 'read', 'and then for all');
  });

  it('rejects at once for a signal that is over', async () => {
    const world = createWorld();
    await assert.rejects(world.ask(undefined, undefined, AbortSignal.abort(new Error('gone'))), {
      message: 'gone',
    });
    assert.deepEqual(world.asked, []);
  });

  it('does not take our own failures for those of the site', async () => {
    for (const error of [
      new ServiceError('BAD_REQUEST'),
      new ServiceError('SERVICE_UNAVAILABLE'),
      new TypeError(),
    ]) {
      const world = createWorld(error);
      await assert.rejects(world.ask(), error);
      world.answer = robotsTxt('');
      assert.equal((await world.ask()).state, 'read');
    }
  });

  it('forgets the origins that were not asked for the longest', async () => {
    const world = createWorld();
    const ask = (number: number): Promise<SiteRobots> => world.ask(`https://${number}.test/`);
    for (let number = 0; number < 1_000; number++) await ask(number);
    await ask(0);
    assert.equal(world.asked.length, 1_000);
    await ask(1_000);
    await ask(0);
    assert.equal(world.asked.length, 1_001);
    await ask(1);
    assert.equal(world.asked.length, 1_002);
  });

  it('keeps a few large files only', async () => {
    const world = createWorld(robotsTxt('allow:/\n'.repeat(70_000)));
    for (let number = 0; number < 10; number++) await world.ask(`https://${number}.test/`);
    await world.ask('https://9.test/');
    assert.equal(world.asked.length, 10);
    await world.ask('https://0.test/');
    assert.equal(world.asked.length, 11);
  });
});
