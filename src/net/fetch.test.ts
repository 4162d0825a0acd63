import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openLoopbackSite } from '../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../test/support/page-request.ts';
import { createVisit } from './headers/visit.ts';

const outbound = openTestOutbound();

/** Says what its query asks for: status, location, cookie; else it shows the request's headers. */
const site = await openLoopbackSite((request, response) => {
  const { searchParams, pathname } = new URL(request.url ?? '', 'http://site.test');
  const location = searchParams.get('location');
  const cookies = searchParams.getAll('cookie');
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (location !== null) response.setHeader('location', Buffer.from(location).toString('latin1'));
  response.statusCode = Number(searchParams.get('status') ?? 200);
  // Bytes: with a string Node would write the headers in UTF-8, too.
  response.end(Buffer.from(JSON.stringify({ path: pathname, headers: request.headers })));
});

after(async () => {
  await outbound[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function redirect(location: string, status = 302, cookie?: string): string {
  const query = new URLSearchParams({
    status: String(status),
    location,
    ...(cookie === undefined ? {} : { cookie }),
  });
  return `/redirect?${query.toString()}`;
}

function sentHeaders(page: { text: string }): Record<string, string> {
  return (JSON.parse(page.text) as { headers: Record<string, string> }).headers;
}

test('a page comes with status, joined headers, type and a body of its own', async () => {
  await using server = await openLoopbackSite((_request, response) => {
    response.writeHead(404, [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['X-Twice', 'a'],
      ['X-Twice', 'b'],
      ['Set-Cookie', 'secret=1'],
    ]);
    response.end('<h1>Not here</h1>');
  });
  const page = await fetchWith(outbound, `${server.origin}/a?b#c`);
  assert.equal(page.status, 404);
  assert.equal(page.url, `${server.origin}/a?b#c`);
  assert.equal(page.contentType, 'text/html; charset=utf-8');
  assert.equal(page.headers['x-twice'], 'a, b');
  assert.equal('set-cookie' in page.headers, false);
  assert.equal(page.text, '<h1>Not here</h1>');
  assert.equal(page.body.byteLength, page.body.buffer.byteLength);
  assert.equal(server.requests[0]?.url, '/a?b');
});

for (const [name, encode] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a ${name} body is decoded, large or small, and owns its buffer`, async () => {
    for (const text of ['small', 'large enough for several pieces '.repeat(20_000)]) {
      await using server = await openLoopbackSite((_request, response) => {
        response.setHeader('content-encoding', name).end(encode(text));
      });
      const page = await fetchWith(outbound, server.origin);
      assert.equal(page.text, text);
      assert.equal(page.body.byteLength, page.body.buffer.byteLength);
    }
  });
}

for (const status of [204, 304]) {
  test(`status ${status} is a page without a body`, async () => {
    const page = await fetchWith(outbound, `${site.origin}/?status=${status}`);
    assert.deepEqual([page.status, page.body.length], [status, 0]);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`${status} is followed, and noted`, async () => {
    const start = site.origin + redirect('/end', status);
    const page = await fetchWith(outbound, start);
    assert.equal(page.url, `${site.origin}/end`);
    assert.deepEqual(page.redirects, [{ url: start, status }]);
  });
}

for (const status of [300, 305, 306]) {
  test(`${status} is a page`, async () => {
    assert.equal((await fetchWith(outbound, site.origin + redirect('/end', status))).status, status);
  });
}

test('a redirect status without Location is a page', async () => {
  assert.equal((await fetchWith(outbound, `${site.origin}/?status=302`)).status, 302);
  assert.equal((await fetchWith(outbound, `${site.origin}/?status=302&location=`)).status, 302);
});

const LOCATIONS: Array<[location: string, from: string, path: string]> = [
  ['/a/b', '', '/a/b'],
  ['b?c=d', '', '/b?c=d'],
  ['./x/../y', '', '/y'],
  ['/plain', '#top', '/plain#top'],
  ['/own#part', '#top', '/own#part'],
  ['/Grüße/日本', '', '/Gr%C3%BC%C3%9Fe/%E6%97%A5%E6%9C%AC'],
  ['/with space', '', '/with%20space'],
  ['/already%20escaped', '', '/already%20escaped'],
];

for (const [location, fragment, path] of LOCATIONS) {
  test(`Location ${location} from ${fragment || 'a page'}`, async () => {
    const page = await fetchWith(outbound, site.origin + redirect(location) + fragment);
    assert.equal(page.url, site.origin + path);
  });
}

test('Location in Latin-1 is read as Latin-1', async () => {
  await using server = await openLoopbackSite((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/caf\u00e9' });
    response.end();
  });
  assert.equal((await fetchWith(outbound, server.origin)).url, `${server.origin}/caf%C3%A9`);
});

test('a Location that is no URL is the site’s mistake', async () => {
  await assert.rejects(fetchWith(outbound, site.origin + redirect('http://[')), {
    code: 'SCRAPE_SITE_ERROR',
  });
});

test('20 redirects are followed, 21 are too many', async () => {
  await using server = await openLoopbackSite((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` });
    response.end('end');
  });
  const page = await fetchWith(outbound, `${server.origin}/20`);
  assert.equal(page.redirects.length, 20);
  await assert.rejects(fetchWith(outbound, `${server.origin}/21`), {
    code: 'SCRAPE_SITE_ERROR',
    message: /more than 20 times/,
  });
});

test('a circle is found at once', async () => {
  const requestsBefore = site.requests.length;
  await assert.rejects(
    fetchWith(outbound, `${site.origin}/?status=302&location=%3Fstatus%3D302%26location%3D%2523`),
    {
      code: 'SCRAPE_SITE_ERROR',
      message: /circle/,
    },
  );
  assert.ok(site.requests.length - requestsBefore <= 3);
});

test('coming back to a page with a cookie is no circle', async () => {
  await using server = await openLoopbackSite((request, response) => {
    if (request.headers.cookie === undefined)
      response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Path=/' });
    response.end(request.headers.cookie);
  });
  assert.equal((await fetchWith(outbound, server.origin)).text, 'seen=1');
});

test('cookies of redirects go to their own site only', async () => {
  const { port } = site;
  const last = await fetchWith(
    outbound,
    `http://a.one.test:${port}${redirect(`http://b.two.test:${port}/`, 302, 'k=v')}`,
  );
  assert.equal(sentHeaders(last).cookie, undefined);
  const same = await fetchWith(
    outbound,
    `http://a.one.test:${port}${redirect(`http://b.one.test:${port}/`, 302, 'k=v; Domain=one.test')}`,
  );
  assert.equal(sentHeaders(same).cookie, 'k=v');
});

test('a server’s cookie takes the place of the caller’s of that name', async () => {
  const page = await fetchWith(outbound, site.origin + redirect('/', 302, 'b=new'), {
    headers: { Cookie: 'a=1; b=old' },
  });
  assert.equal(sentHeaders(page).cookie, 'a=1; b=new');
});

test('a cookie that is not a cookie does no harm', async () => {
  const page = await fetchWith(outbound, site.origin + redirect('/', 302, ';;;=; Domain=..'));
  assert.equal(page.status, 200);
});

const CALLER_HEADERS = {
  Authorization: 'Bearer secret',
  Cookie: 's=1',
  'X-Own': 'mine',
  'User-Agent': 'own/1',
};

test('the caller’s headers follow within their origin', async () => {
  const page = await fetchWith(outbound, site.origin + redirect('/end'), { headers: CALLER_HEADERS });
  const { authorization, cookie, 'x-own': own, 'user-agent': agent } = sentHeaders(page);
  assert.deepEqual([authorization, cookie, own, agent], ['Bearer secret', 's=1', 'mine', 'own/1']);
});

test('the caller’s headers never cross to another host, port or scheme', async () => {
  await using other = await openLoopbackSite((request, response) =>
    response.end(JSON.stringify({ headers: request.headers })),
  );
  await using secure = await openLoopbackSite(
    (request, response) => {
      if (request.url !== '/down') return response.end(JSON.stringify({ headers: request.headers }));
      return response.writeHead(302, { location: `${site.origin}/` }).end();
    },
    { isTls: true },
  );
  const starts = [
    site.origin + redirect(`http://site.test:${site.port}/`),
    site.origin + redirect(`${other.origin}/`),
    site.origin + redirect(`${secure.origin}/`),
    `${secure.origin}/down`,
  ];
  for (const start of starts) {
    const headers = sentHeaders(await fetchWith(outbound, start, { headers: CALLER_HEADERS }));
    assert.equal(headers['authorization'], undefined, start);
    assert.equal(headers['cookie'], undefined, start);
    assert.equal(headers['x-own'], undefined, start);
    assert.match(headers['user-agent'] ?? '', /Chrome/, start);
  }
});

test('a request begins as a browser’s does', async () => {
  await fetchWith(outbound, `${site.origin}/first`);
  const { rawHeaders } = site.requests.at(-1) ?? assert.fail();
  assert.deepEqual(rawHeaders.slice(0, 6), [
    'Host',
    `127.0.0.1:${site.port}`,
    'Connection',
    'keep-alive',
    'Upgrade-Insecure-Requests',
    '1',
  ]);
});

test('no Referer is sent', async () => {
  assert.equal(sentHeaders(await fetchWith(outbound, site.origin + redirect('/end')))['referer'], undefined);
});

test('user name and password of the URL become basic authentication, and vanish from it', async () => {
  const page = await fetchWith(outbound, `http://us%20er:pa%3Ass@127.0.0.1:${site.port}/`);
  assert.equal(sentHeaders(page)['authorization'], `Basic ${btoa('us er:pa:ss')}`);
  assert.equal(page.url, `${site.origin}/`);
  const own = await fetchWith(outbound, `http://a:b@127.0.0.1:${site.port}/`, {
    headers: { authorization: 'Own' },
  });
  assert.equal(sentHeaders(own)['authorization'], 'Own');
});

test('user name and password of a redirect are dropped', async () => {
  const page = await fetchWith(outbound, site.origin + redirect(`http://a:b@127.0.0.1:${site.port}/end`));
  assert.equal(sentHeaders(page)['authorization'], undefined);
  assert.equal(page.url, `${site.origin}/end`);
});

test('headers that cannot be sent are refused before any connection', async () => {
  const socketsBefore = site.sockets.length;
  for (const headers of [{ Host: 'x' }, { 'X-A': 'a\r\nX-B: b' }, { 'bad name': 'x' }]) {
    await assert.rejects(fetchWith(outbound, `${site.origin}/`, { headers }), { code: 'BAD_REQUEST' });
  }
  assert.equal(site.sockets.length, socketsBefore);
});

test('a visit goes on: cookies, circle and caller’s headers span two fetches', async () => {
  const url = `${site.origin}/?cookie=k%3Dv`;
  const visit = createVisit(new URL(url));
  await fetchWith(outbound, url, { visit, headers: { 'x-own': 'mine' } });
  const next = sentHeaders(
    await fetchWith(outbound, `${site.origin}/next`, { visit, headers: { 'x-own': 'mine' } }),
  );
  assert.deepEqual([next['cookie'], next['x-own']], ['k=v', 'mine']);
  const elsewhere = `http://site.test:${site.port}/`;
  const away = sentHeaders(await fetchWith(outbound, elsewhere, { visit, headers: { 'x-own': 'mine' } }));
  assert.deepEqual([away['cookie'], away['x-own']], [undefined, undefined]);
  await assert.rejects(fetchWith(outbound, `${site.origin}/next`, { visit }), { code: 'SCRAPE_SITE_ERROR' });
});

test('only http and https are fetched', async () => {
  for (const url of ['ftp://site.test/', 'file:///etc/passwd', 'data:,x', 'ws://site.test/']) {
    await assert.rejects(fetchWith(outbound, url), { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' });
  }
});

test('a name that does not exist', async () => {
  await assert.rejects(fetchWith(outbound, 'http://nowhere.invalid/'), {
    code: 'SCRAPE_DNS_RESOLUTION_ERROR',
    message: /nowhere\.invalid/,
  });
});
