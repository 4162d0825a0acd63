import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { TeamSettings } from '../../src/accounts/teams.ts';
import { addTestTeam } from '../support/add-test-team.ts';
import { buildPdf, textAt } from '../support/documents/build-pdf.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { runJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CallInit, CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const PAGES = ['One', 'Two', 'Three', 'Four'].map((word) => ({
  content: textAt(72, 700, `${word} is the number of this page.`),
}));

describe('credits', () => {
  let site: LoopbackSite;
  let service: CalledService;
  const held: Array<() => void> = [];

  before(async () => {
    site = await startTestSite({
      '*': '<h1>Quick</h1><p>A page that is there at once, with enough words to be one.</p>',
      '/held': (_request, response) =>
        void held.push(() =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end('<h1>Held</h1><p>It took its time.</p>'),
        ),
      '/file.pdf': answer(buildPdf(...PAGES), { 'content-type': 'application/pdf' }),
    });
    service = await shareTestService();
  });

  after(() => site?.[Symbol.asyncDispose]());

  /** A new team with so many credits. */
  async function newTeam(
    creditsGranted: number,
    settings: TeamSettings = {},
  ): Promise<CallInit & { left(): Promise<number> }> {
    const { headers } = await addTestTeam(service, { creditsGranted, ...settings });
    return {
      headers,
      left: async () =>
        (await service.call('/v2/team/credit-usage', undefined, { headers })).body.data.remainingCredits,
    };
  }

  const scrape = (route: string, team: CallInit) =>
    service.call('/v2/scrape', { url: `${site.origin}${route}`, maxAge: 0 }, team);

  test('batches that are started one call after another use no more than was granted', async () => {
    const team = await newTeam(50);
    const urls = (batch: number): string[] =>
      Array.from({ length: 20 }, (_, page) => `${site.origin}/${batch}/${page}`);
    const statuses: number[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const { status } = await service.call('/v2/batch/scrape', { urls: urls(batch) }, team);
      statuses.push(status);
    }
    assert.deepEqual(statuses.slice(0, 2), [200, 200]);
    await eventually(async () => assert.equal(await team.left(), 10));
    assert.deepEqual(new Set(statuses.slice(2)), new Set([402]));
    const { status } = await runJob(service, 'crawl', { url: `${site.origin}/`, limit: 10 }, team);
    assert.equal(status['status'], 'completed');
  });

  test('scrapes at the same moment use no more than is left, and what fails is given back', async () => {
    const team = await newTeam(3);
    const running = Array.from({ length: 8 }, () => scrape('/held', team));
    const answered: number[] = [];
    for (const one of running) void one.then(({ status }) => answered.push(status));
    await eventually(async () => assert.deepEqual([answered.length, held.length], [5, 3]));
    assert.deepEqual(new Set(answered), new Set([402]));
    const refused = await service.call('/v2/map', { url: site.origin }, team);
    assert.deepEqual([refused.status, refused.body.success], [402, false]);
    assert.match(refused.body.error, /0 are left that nothing running may need/);
    for (const release of held.splice(0)) release();
    await Promise.all(running);
    assert.equal(await team.left(), 0);
    const other = await newTeam(1);
    const failed = await service.call('/v2/scrape', { url: 'http://[::1]/' }, other);
    assert.equal(failed.status, 403);
    assert.equal((await scrape('/', other)).status, 200);
    assert.equal(await other.left(), 0);
  });

  test('an upload is refused before it is received', async () => {
    const team = await newTeam(1);
    const head = (): Promise<string> => answerToHead(service, team.headers?.['authorization'] ?? '');
    assert.equal((await scrape('/', team)).status, 200);
    assert.match(await head(), /^HTTP\/1.1 402 /);
    const small = await newTeam(10, { maxConcurrency: 1 });
    const authorization = small.headers?.['authorization'] ?? '';
    const open = [openUpload(service, authorization), openUpload(service, authorization)];
    await eventually(async () => {
      // One that gets no answer stays: it has the place of one that was slower, and was refused.
      const another = openUpload(service, authorization);
      open.push(another);
      assert.match(await firstAnswer(another, 2_000), /^HTTP\/1.1 429 [^]*uploads/);
    });
    for (const socket of open) socket.destroy();
    const body = new FormData();
    body.append('file', new Blob(['<h1>Report</h1><p>The year in figures.</p>']), 'report.html');
    await eventually(async () => {
      const response = await fetch(`${service.url}/v2/parse`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      assert.equal(response.status, 200, await response.text());
    });
  });

  test('a file of more pages than there are credits is refused', async () => {
    const team = await newTeam(6);
    const first = await scrape('/file.pdf', team);
    assert.deepEqual([first.status, first.body.data?.metadata.creditsUsed], [200, 4]);
    const second = await scrape('/file.pdf', team);
    assert.deepEqual([second.status, await team.left()], [402, 2]);
    assert.match(second.body.error, /4 may be needed, and 2 are left/);
    const { status, errors } = await runJob(
      service,
      'batch/scrape',
      { urls: [`${site.origin}/file.pdf`] },
      team,
    );
    assert.deepEqual([status['completed'], await team.left()], [0, 2]);
    assert.match(errors[0]?.error ?? '', /Not enough credits/);
    assert.equal((await scrape('/', team)).status, 200);
  });
});

/** An upload of which only the head has been sent. */
function openUpload({ url }: CalledService, authorization: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `POST /v2/parse HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nContent-Length: 40000000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`,
  );
  return socket;
}

/** What is answered when only the head of an upload has been sent. */
async function answerToHead(service: CalledService, authorization: string): Promise<string> {
  const socket = openUpload(service, authorization);
  const text = await firstAnswer(socket, 30_000);
  socket.destroy();
  return text;
}

async function firstAnswer(socket: Socket, patienceMs: number): Promise<string> {
  const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(patienceMs) })) as [Buffer];
  return chunk.toString();
}
