import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { openTestEgress } from '../../../test/support/open-test-egress.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openLoopbackSite, openTcpSite } from '../../../test/support/loopback-site.ts';

test('passes a plain request and its answer, without what belongs to the connection', async () => {
  await using site = await openLoopbackSite((_request, response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.setHeader('X-Latin', 'caf\u00e9');
    response.writeHead(418, 'Short and stout', { Connection: 'close, X-Secret', 'X-Secret': '1' }).end('tea');
  });
  await using proxy = await openTestEgress();
  const headers = {
    Host: 'other.test',
    'Proxy-Connection': 'keep-alive',
    'Proxy-Authorization': 'Basic x',
    Connection: 'X-Hop',
    'X-Hop': '1',
    'X-Kept': 'caf\u00e9',
  };
  const answer = await proxy.ask(`http://user:secret@site.test:${site.port}/a%20b?c=%7C`, { headers });
  assert.deepEqual([answer.status, answer.text], [418, 'tea']);
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  assert.equal(answer.headers['x-secret'], undefined);
  assert.equal(Buffer.from(answer.headers['x-latin'] as string, 'latin1').length, 4);
  const [request] = site.requests;
  assert.equal(request?.url, '/a%20b?c=%7C');
  assert.deepEqual(request?.headers, {
    host: `site.test:${site.port}`,
    connection: 'keep-alive',
    'x-kept': 'caf\u00e9',
  });
  assert.deepEqual(proxy.reports, [
    { kind: 'request', hostname: 'site.test', port: site.port, sentBytes: 0, receivedBytes: 3 },
  ]);
});

test('bodies stream both ways, with a length and in chunks; connections to sites are used again', async () => {
  await using site = await openLoopbackSite((request, response) => request.pipe(response));
  await using proxy = await openTestEgress();
  const url = `http://site.test:${site.port}/`;
  const body = 'x'.repeat(300_000);
  for (const headers of [{ 'Content-Length': body.length }, { 'Transfer-Encoding': 'chunked' }]) {
    const answer = await proxy.ask(url, { method: 'POST', headers, body });
    assert.equal(answer.text, body);
  }
  assert.equal((await proxy.ask(url, { method: 'HEAD' })).status, 200);
  assert.equal((await proxy.ask(url, { method: 'DELETE' })).status, 200);
  assert.deepEqual(
    site.requests.map(({ headers }) => headers['content-length'] ?? headers['transfer-encoding']),
    [String(body.length), 'chunked', undefined, undefined],
  );
  assert.deepEqual([proxy.reports[0]?.sentBytes, proxy.reports[0]?.receivedBytes], [300_000, 300_000]);
  assert.ok(site.sockets.length < 4);
});

test('an answer that ends too early does not look complete', async () => {
  await using site = await openTcpSite((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')),
  );
  await using proxy = await openTestEgress();
  await assert.rejects(proxy.ask(`http://site.test:${site.port}/`), { code: 'ECONNRESET' });
  await eventually(async () => assert.equal(proxy.reports[0]?.refusal, 'connect'));
});

test('tunnels carry TLS with the site itself', async () => {
  await using site = await openLoopbackSite((request, response) => response.end(request.url), {
    isTls: true,
  });
  await using proxy = await openTestEgress();
  const socket = await proxy.connectTls(`site.test:${site.port}`, 'site.test');
  socket.end('GET /secret HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  assert.match(text, /^HTTP\/1\.1 200 OK[^]*\/secret/);
  await eventually(async () => assert.equal(proxy.reports.length, 1));
  const [report] = proxy.reports;
  assert.deepEqual([report?.kind, report?.hostname, report?.refusal], ['tunnel', 'site.test', undefined]);
  assert.ok((report?.sentBytes ?? 0) > 200 && (report?.receivedBytes ?? 0) > 500);
});

test('what follows a CONNECT at once, and what a site says first, is passed on', async () => {
  await using site = await openTcpSite((socket) => {
    socket.write('hello ');
    socket.on('data', (chunk) => socket.end(chunk));
  });
  await using proxy = await openTestEgress();
  const text = await proxy.say(`CONNECT site.test:${site.port} HTTP/1.1\r\nHost: x\r\n\r\nearly`);
  assert.equal(text, 'HTTP/1.1 200 Connection established\r\n\r\nhello early');
});

test('WebSocket works in plain requests; a site that does not want it answers as usual', async () => {
  await using site = await openLoopbackSite((_request, response) =>
    response.writeHead(403).end('no'.repeat(99_999)),
  );
  const sockets = new WebSocketServer({ noServer: true });
  await using echoSite = await openTcpSite((socket) => {
    // Only one request comes: its head is enough to answer.
    socket.once('data', (head) => {
      const key = /sec-websocket-key: (.*)\r\n/i.exec(head.toString())?.[1] ?? '';
      const request = {
        headers: { 'sec-websocket-key': key, 'sec-websocket-version': '13', upgrade: 'websocket' },
      };
      Object.assign(request, { method: 'GET', url: '/', socket });
      sockets.handleUpgrade(request as never, socket, Buffer.alloc(0), (peer) =>
        peer.on('message', (data: Buffer) => peer.send(`echo ${data.toString()}`)),
      );
    });
  });
  await using proxy = await openTestEgress();
  const open = (port: number) =>
    new WebSocket(`ws://127.0.0.1:${proxy.port}/`, {
      finishRequest: (request) => {
        request.path = `http://site.test:${port}/`;
        request.end();
      },
    });
  const peer = open(echoSite.port);
  await once(peer, 'open');
  peer.send('x');
  const [answer] = (await once(peer, 'message')) as [Buffer];
  assert.equal(answer.toString(), 'echo x');
  peer.close();
  await once(peer, 'close');
  const refused = open(site.port);
  const [, response] = (await once(refused, 'unexpected-response')) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number },
  ];
  assert.equal(response.statusCode, 403);
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  assert.equal(size, 199_998);
});

test('refuses every address that is not public, however it is spelled, in words that tell nothing', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('secret'));
  const inner: Record<string, string[]> = {
    'rebound.example': ['127.0.0.1'],
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'metadata.example': ['169.254.169.254'],
  };
  await using proxy = await openTestEgress({ allow: [], lookup: async (name) => inner[name] ?? [] });
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    'localhost',
    'LOCALHOST.',
    'a.b.localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '\uff11\uff12\uff17.0.0.1',
    '%31%32%37.0.0.1',
    'rebound.example',
    'mixed.example',
    'metadata.example',
  ];
  for (const host of hosts) {
    const place = Buffer.from(`${host}:${site.port}`).toString('latin1');
    const plain = await proxy.say(`GET http://${place}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const tunnel = await proxy.say(`CONNECT ${place} HTTP/1.1\r\nHost: x\r\n\r\n`);
    for (const answer of [plain, tunnel]) {
      if (!/^[\x20-\x7e]*$/.test(host)) assert.match(answer, /^HTTP\/1\.1 40[03] /, host);
      else assert.match(answer, /^HTTP\/1\.1 403 [^]*\r\n\r\nThis address may not be reached$/, host);
      assert.doesNotMatch(answer, /127|169|10\.0|secret/, host);
    }
  }
  assert.equal(site.sockets.length, 0);
  assert.ok(proxy.reports.every(({ refusal }) => refusal === 'address' || refusal === 'malformed'));
});

test('its own port and ports of other protocols are closed, allow list or not', async () => {
  await using proxy = await openTestEgress({ allow: ['127.0.0.0/8', 'site.test'] });
  for (const port of [proxy.port, 25, 6667, 0])
    await assert.rejects(proxy.connect(`site.test:${port}`), {
      message: '403 This address may not be reached',
    });
  assert.equal((await proxy.ask(`http://127.0.0.1:${proxy.port}/`)).status, 403);
});

test('a name that changes its address is connected to where it was checked', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('checked'));
  await using trap = await openLoopbackSite((_request, response) => response.end('trap'), {
    host: '127.0.0.2',
    port: site.port,
  });
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  const asked: string[] = [];
  await using proxy = await openTestEgress({
    allow: ['127.0.0.1'],
    lookup: async (name) => {
      asked.push(name);
      return answers[asked.length - 1] ?? ['127.0.0.2'];
    },
  });
  const head = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const socket = await proxy.connect(`rebind.test:${site.port}`);
  socket.write(head);
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /checked/);
  await assert.rejects(proxy.connect(`rebind.test:${site.port}`), {
    message: '403 This address may not be reached',
  });
  assert.equal((await proxy.ask(`http://rebind.test:${site.port}/`)).status, 403);
  assert.deepEqual([asked.length, trap.sockets.length], [3, 0]);
});

test('failures to get there have their own answers', async () => {
  await using silent = await openTcpSite(() => {});
  const gone = await openTcpSite(() => {});
  await gone[Symbol.asyncDispose]();
  await using proxy = await openTestEgress({
    lookup: (name) =>
      name === 'slow.test'
        ? new Promise(() => {})
        : Promise.resolve(name.endsWith('.test') ? ['127.0.0.1'] : []),
    limits: { connectMs: 250, firstByteMs: 60 },
  });
  const texts = {
    dns: [502, 'The host name could not be resolved'],
    connect: [502, 'The site cannot be reached'],
    timeout: [504, 'The site did not answer in time'],
  } as const;
  const check = async (place: string, refusal: keyof typeof texts): Promise<void> => {
    const [status, text] = texts[refusal];
    const answer = await proxy.ask(`http://${place}/`);
    assert.deepEqual([answer.status, answer.text], [status, text], place);
    const report = proxy.reports.find(({ hostname, port }) => `${hostname}:${port}` === place);
    assert.equal(report?.refusal, refusal, place);
    if (place.endsWith(String(silent.port))) return;
    await assert.rejects(proxy.connect(place), { message: `${status} ${text}` });
  };
  await Promise.all([
    check('missing.example:80', 'dns'),
    check(`site.test:${gone.port}`, 'connect'),
    check('slow.test:80', 'timeout'),
    check(`site.test:${silent.port}`, 'timeout'),
  ]);
});

test('a site that does not speak HTTP is a failure of the site', async () => {
  await using site = await openTcpSite((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  await using proxy = await openTestEgress();
  assert.equal((await proxy.ask(`http://site.test:${site.port}/`)).status, 502);
});

test('anything but a proxy request is malformed', async () => {
  await using proxy = await openTestEgress();
  for (const line of [
    'GET / HTTP/1.1',
    'GET https://a.test/ HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT a.test HTTP/1.1',
  ])
    assert.match(
      await proxy.say(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 400 /,
      line,
    );
  assert.match(await proxy.say('\x16\x03\x01\x02\x00\x01'), /^HTTP\/1\.1 400 /);
  const twoLengths =
    'POST http://a.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.match(await proxy.say(twoLengths), /^HTTP\/1\.1 400 /);
});

test('blocked hosts and foreign origins are refused without a question to the name server', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('ok'));
  const asked: string[] = [];
  await using proxy = await openTestEgress({
    lookup: async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    },
    isBlockedHost: (host) => host === 'ads.test',
    allowedOrigins: [`https://site.test:${site.port}`, 'https://ads.test'],
  });
  await assert.rejects(proxy.connect('ADS.test.:443'), { message: '403 This host is blocked' });
  await assert.rejects(proxy.connect('other.test:443'), { message: '403 This origin is not allowed' });
  await assert.rejects(proxy.connect('site.test:443'), { message: '403 This origin is not allowed' });
  assert.deepEqual(asked, []);
  assert.equal((await proxy.ask(`http://SITE.test:${site.port}/`)).text, 'ok');
  assert.deepEqual(
    proxy.reports.map(({ hostname, refusal }) => [hostname, refusal]),
    [
      ['ads.test', 'blocked-host'],
      ['other.test', 'origin'],
      ['site.test', 'origin'],
      ['site.test', undefined],
    ],
  );
});

test('requests that do not wait for answers get them in order, and no tunnel among them', async () => {
  const waiting: ServerResponse[] = [];
  await using site = await openLoopbackSite((request, response) => {
    // The first is answered when the last has come.
    if (request.url === '/a') waiting.push(response);
    else response.end(request.url);
    if (request.url === '/c') for (const first of waiting.splice(0)) first.end('/a');
  });
  await using proxy = await openTestEgress();
  const get = (path: string, more = ''): string =>
    `GET http://site.test:${site.port}${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const answers = await proxy.say(get('/a') + get('/b') + get('/c', 'Connection: close\r\n'));
  assert.deepEqual(answers.match(/\/[abc]/g), ['/a', '/b', '/c']);
  const connect = `CONNECT site.test:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`;
  assert.doesNotMatch(await proxy.say(get('/a') + connect), /established/);
  const upgrade = get('/b', 'Upgrade: websocket\r\nConnection: Upgrade\r\n');
  assert.doesNotMatch(await proxy.say(get('/a') + upgrade), /\/b/);
  assert.equal((await proxy.ask(`http://site.test:${site.port}/d`)).text, '/d');
});

test('a policy that throws harms its own request only', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('ok'));
  await using proxy = await openTestEgress({
    isBlockedHost: (host) => host === 'bad.test' && assert.fail('the policy fails'),
  });
  await assert.rejects(proxy.ask('http://bad.test/'), { code: 'ECONNRESET' });
  await assert.rejects(proxy.connect('bad.test:443'), { code: 'ECONNRESET' });
  assert.equal((await proxy.ask(`http://site.test:${site.port}/`)).text, 'ok');
});
