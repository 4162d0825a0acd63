import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { openTestEgress } from '../../../test/support/open-test-egress.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openLoopbackSite, openTcpSite } from '../../../test/support/loopback-site.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Writes for ever, as fast as the other side takes it. */
function pour(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(CHUNK));
  };
  socket.on('drain', write);
  write();
}

test('endless streams are cut off when the bytes are spent, and nothing follows', async () => {
  await using site = await openTcpSite((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket);
    });
  });
  const url = `http://site.test:${site.port}/`;
  for (const kind of ['request', 'tunnel'] as const) {
    await using proxy = await openTestEgress({ maxBytes: 1_000_000 });
    const bystander = await proxy.connect(`site.test:${site.port}`);
    const bystanderGone = once(bystander, 'close');
    if (kind === 'request') await assert.rejects(proxy.ask(url), { code: 'ECONNRESET' });
    else {
      const socket = await proxy.connect(`site.test:${site.port}`);
      socket.write('GET / HTTP/1.1\r\n\r\n');
      let received = 0;
      socket.on('data', (chunk: Buffer) => (received += chunk.length));
      await once(socket, 'close');
      assert.ok(received <= 1_000_000);
    }
    await bystanderGone;
    await site.whenIdle();
    const answer = await proxy.ask(url);
    assert.deepEqual([answer.status, answer.text], [403, 'The byte limit is reached']);
    await assert.rejects(proxy.connect('site.test:443'), { message: '403 The byte limit is reached' });
    await eventually(async () => assert.equal(proxy.reports.length, 4));
    assert.ok(proxy.reports.every(({ refusal }) => refusal === 'bytes'));
    const passed = proxy.reports.reduce((sum, report) => sum + report.sentBytes + report.receivedBytes, 0);
    assert.ok(passed > 800_000 && passed <= 1_000_000, `${passed} bytes`);
  }
});

test('bytes that the browser sends count too', async () => {
  await using site = await openTcpSite((socket) => socket.resume());
  await using proxy = await openTestEgress({ maxBytes: 500_000 });
  const socket = await proxy.connect(`site.test:${site.port}`);
  pour(socket);
  await new Promise((resolve) => socket.once('close', resolve));
  await eventually(async () => assert.equal(proxy.reports[0]?.refusal, 'bytes'));
  const answer = await proxy.ask(`http://site.test:${site.port}/`, { method: 'POST', body: 'x' });
  assert.equal(answer.status, 403);
});

test('whoever does not read holds up the sender, not our memory', async () => {
  for (const kind of ['request', 'tunnel'] as const) {
    const sent = { bytes: 0 };
    await using site = await openTcpSite((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pour(socket);
        sent.bytes = 1;
      });
    });
    await using proxy = await openTestEgress();
    const socket = connect(proxy.port, '127.0.0.1');
    const place = `site.test:${site.port}`;
    socket.write(
      kind === 'request'
        ? `GET http://${place}/ HTTP/1.1\r\nHost: x\r\n\r\n`
        : `CONNECT ${place} HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    );
    await once(socket, 'readable');
    const written = (): number => site.sockets[0]?.bytesWritten ?? 0;
    // The buffers of the kernel hold some megabytes; without back-pressure this would never come to rest.
    let before = -1;
    await eventually(async () => {
      const now = written();
      const [last, isFull] = [before, site.sockets[0]?.writableNeedDrain];
      before = now;
      assert.ok(now === last && isFull, 'it still takes more');
    });
    assert.ok(before < 40_000_000, `${before} bytes`);
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    const target = before + 5_000_000;
    await eventually(async () => assert.ok(received > target, 'it flows again'));
    socket.destroy();
    await site.whenIdle();
  }
});

test('slow heads, silent connections and large heads are not waited for', async () => {
  await using proxy = await openTestEgress({ limits: { headMs: 80, maxHeaderBytes: 4_096 } });
  assert.match(await proxy.say('GET http://site.test/ HTTP/1.1\r\nHost: x\r\nX-Slow: '), /^HTTP\/1\.1 408 /);
  assert.match(await proxy.say(''), /^(HTTP\/1\.1 408 |$)/);
  assert.match(
    await proxy.say(`GET http://site.test/ HTTP/1.1\r\nX: ${'x'.repeat(5_000)}`),
    /^HTTP\/1\.1 431 /,
  );
  await using site = await openTcpSite((socket) =>
    socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(5_000)}\r\n\r\n`)),
  );
  assert.equal((await proxy.ask(`http://site.test:${site.port}/`)).status, 502);
});

test('a tunnel in which nothing moves is closed, and so is one that lasts too long', async () => {
  const gone: Array<Promise<unknown>> = [];
  await using site = await openTcpSite((socket) => gone.push(once(socket, 'close')));
  await using idle = await openTestEgress({ limits: { idleMs: 50 } });
  await once((await idle.connect(`site.test:${site.port}`)).resume(), 'close');
  await using busy = await openTestEgress({ limits: { totalMs: 150, idleMs: 5_000 } });
  await using talker = await openTcpSite((socket) => {
    const timer = setInterval(() => socket.write('x'), 10);
    socket.once('close', () => clearInterval(timer));
  });
  await once((await busy.connect(`site.test:${talker.port}`)).resume(), 'close');
  await Promise.all([...gone, talker.whenIdle()]);
  await using hanging = await openTestEgress({ limits: { totalMs: 80, headMs: 50 } });
  assert.equal((await hanging.ask(`http://site.test:${site.port}/`)).status, 504);
});

test('a side that has ended its half still gets its answer; one that stays half open is closed', async () => {
  await using site = await openTcpSite((socket) => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => socket.end(`got ${text}`));
  });
  await using proxy = await openTestEgress({ limits: { idleMs: 5_000 } });
  const head = `CONNECT site.test:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`;
  // Allows half-open itself: it does not close when the other side ends.
  const halfOpen = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  halfOpen.on('error', () => {});
  let text = '';
  halfOpen.on('data', (chunk) => (text += String(chunk)));
  halfOpen.write(head);
  await once(halfOpen, 'data');
  halfOpen.end('question');
  await once(halfOpen, 'end');
  assert.match(text, /got question$/);
  await site.whenIdle();

  await using closing = await openTcpSite((socket) => socket.once('data', () => socket.end('bye')));
  const staying = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  staying.on('error', () => {});
  staying.write(`${head.replace(String(site.port), String(closing.port))}x`);
  staying.resume();
  await once(staying, 'end');
  await eventually(async () => assert.equal(proxy.reports.length, 2));
  staying.destroy();
});

test('a browser that leaves takes its connection to the site along', async () => {
  await using site = await openLoopbackSite((request, response) => {
    if (request.url === '/started') response.write('x');
  });
  await using proxy = await openTestEgress();
  for (const path of ['/silent', '/started']) {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(`GET http://site.test:${site.port}${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await eventually(async () => assert.equal(site.requests.at(-1)?.url, path));
    socket.destroy();
    await site.whenIdle();
  }
  await eventually(async () => assert.equal(proxy.reports.length, 2));
  assert.ok(proxy.reports.every(({ refusal }) => refusal === undefined));
});

test('no more connections than allowed', async () => {
  await using site = await openTcpSite((socket) => socket.write('hi'));
  await using proxy = await openTestEgress({ limits: { maxConnections: 2 } });
  const first = await proxy.connect(`site.test:${site.port}`);
  await proxy.connect(`site.test:${site.port}`);
  await assert.rejects(proxy.connect(`site.test:${site.port}`), { code: 'ECONNRESET' });
  first.destroy();
  await eventually(async () => void (await proxy.connect(`site.test:${site.port}`)).destroy());
});

test('disposing closes everything at once, connections under way included', async () => {
  await using site = await openLoopbackSite(
    (request, response) => void (request.url === '/' && response.write('x')),
  );
  const asked = Promise.withResolvers<void>();
  const proxy = await openTestEgress({
    lookup: (name) => {
      if (name === 'site.test') return Promise.resolve(['127.0.0.1']);
      asked.resolve();
      return new Promise(() => {});
    },
  });
  const tunnel = await proxy.connect(`site.test:${site.port}`);
  const ends = [
    once(tunnel.resume(), 'close'),
    assert.rejects(proxy.ask(`http://site.test:${site.port}/`), { code: 'ECONNRESET' }),
    assert.rejects(proxy.ask(`http://site.test:${site.port}/silent`), { code: 'ECONNRESET' }),
    assert.rejects(proxy.connect('never.test:80'), { code: 'ECONNRESET' }),
  ];
  await asked.promise;
  await eventually(async () => assert.equal(site.requests.length, 2));
  await proxy[Symbol.asyncDispose]();
  await Promise.all(ends);
  await site.whenIdle();
  await assert.rejects(proxy.ask(`http://site.test:${site.port}/`), { code: 'ECONNREFUSED' });
  await proxy[Symbol.asyncDispose]();
});

test('hundreds of policies come and go and leave nothing behind', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('ok'));
  const held = (): number => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
  const before = held();
  for (let i = 0; i < 200; i++) {
    await using proxy = await openTestEgress();
    if (i % 10 === 0) assert.equal((await proxy.ask(`http://site.test:${site.port}/`)).text, 'ok');
  }
  await site.whenIdle();
  await eventually(async () => assert.ok(held() <= before, `${held()} instead of ${before}`));
});
