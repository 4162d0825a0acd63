import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../../test/support/plain-text.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { convertPage, type ConvertRequest } from './convert-page.ts';
import { openConverter } from './converter.ts';

function requestFor(html: string, changes: Partial<ConvertRequest> = {}): ConvertRequest {
  return {
    body: Buffer.from(html),
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    contentLanguage: undefined,
    url: 'http://site.test/dir/',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    ...changes,
  };
}

const PAGE = `<nav><a href=/a>One</a> <a href=/b>Two</a> <a href=/c>Three</a> <a href=/d>Four</a></nav>
<main><h1>Title</h1><p>Prose that goes on for a while, so that everyone can see that it is the content.</p><p class=ad>Buy <b>this</b>.</p></main>`;

test('includeTags keeps what it matches with everything inside, and nothing else', () => {
  assert.equal(
    convertPage(requestFor(PAGE, { includeTags: ['h1', '.ad'] })).content.markdown?.trim(),
    '# Title\n\nBuy **this**.',
  );
});

test('links and images are those of what is kept, while a crawl sees all links', () => {
  const page = `<head><meta property="og:image" content="/preview.png"></head>
    <header><img src=/logo.png><a href=/home>Home</a></header>
    <main><h1>Title</h1><p>Prose that goes on for a while, so that everyone can see that it is the content, with
    <a href=/more>a link</a>.</p><img src=/photo.png alt=Photo><p hidden><a href=/hidden>x</a></p></main>
    <footer><a href=/imprint>Imprint</a></footer>`;
  const of = (changes: Partial<ConvertRequest>): [string[], string[], string[]] => {
    const request = requestFor(page, { formats: [{ type: 'links' }, { type: 'images' }], ...changes });
    const { content, discovery } = convertPage({ ...request, isDiscovering: true });
    const names = (urls: readonly string[] = []): string[] => urls.map((url) => new URL(url).pathname);
    return [names(content.links), names(content.images), names(discovery?.links)];
  };
  const all = ['/home', '/more', '/hidden', '/imprint'];
  const whole = { onlyMainContent: false };
  assert.deepEqual(of({}), [['/more'], ['/preview.png', '/photo.png'], all]);
  assert.deepEqual(of(whole), [all, ['/preview.png', '/logo.png', '/photo.png'], all]);
  assert.deepEqual(of({ ...whole, excludeTags: ['header', 'meta', '[hidden]'] }), [
    ['/more', '/imprint'],
    ['/photo.png'],
    all,
  ]);
  assert.deepEqual(of({ includeTags: ['footer'] }), [['/imprint'], [], all]);
});

test('excludeTags wins over includeTags', () => {
  assert.equal(
    convertPage(requestFor(PAGE, { includeTags: ['main'], excludeTags: ['p'] })).content.markdown?.trim(),
    '# Title',
  );
});

test('formulas are written as TeX once, with and without the rest of the page', () => {
  const wiki = `<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math><semantics>
    <mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img
    src="https://wiki.test/1.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle E=mc^{2}}"></span>`;
  const script = `<span class="MathJax_Preview">preview</span><script type="math/tex">\\alpha_1</script>`;
  const page = `<nav><a href=/a>One</a> <a href=/b>Two</a></nav><main><h1>Energy</h1>
    <p>Prose that goes on for a while says that ${wiki} holds, that ${script} is a number and so on.</p>
    <p>More prose that goes on for a while, so that everyone can see that it is the content, not the frame.</p></main>`;
  for (const onlyMainContent of [true, false]) {
    const { content } = convertPage(requestFor(page, { onlyMainContent }));
    assert.match(
      content.markdown ?? '',
      /says that \$E=mc\^\{2\}\$ holds, that \$\\alpha_1\$ is a number and so on/,
    );
  }
});

test('html is cut down like markdown, and safe to show', () => {
  const { content } = convertPage(
    requestFor(
      '<main><p onclick="x()">Text of the page, long enough to be content. <a href="javascript:x()">bad</a> <a href="y">good</a> <img srcset="a.png 1x, b.png 2x"></p></main>',
      {
        formats: [{ type: 'html' }],
      },
    ),
  );
  assert.ok(content.html?.includes('href="http://site.test/dir/y"'));
  assert.ok(content.html?.includes('http://site.test/dir/b.png 2x'));
  assert.doesNotMatch(content.html ?? '', /onclick|javascript:/);
});

test('a page that waits for its scripts says so, unless a browser has shown it', () => {
  const shell = '<div id=root></div><script src=app.js></script>';
  assert.equal(convertPage(requestFor(shell)).renderNeed?.reason, 'empty application root');
  assert.equal(convertPage(requestFor(shell, { isRendered: true })).renderNeed, undefined);
  assert.equal(convertPage(requestFor(PAGE)).renderNeed, undefined);
  const challenge = '<title>Just a moment...</title><p>Verifying</p><script>window._cf_chl_opt={}</script>';
  assert.equal(convertPage(requestFor(challenge, { isRendered: true })).renderNeed?.reason, 'challenge');
  const passed = `<title>Shop</title>${PAGE}<script>window._cf_chl_opt={}</script>`;
  assert.equal(convertPage(requestFor(passed, { isRendered: true })).renderNeed, undefined);
  const waiting = '<div id=root>Loading…</div><script src=app.js></script>';
  assert.equal(convertPage(requestFor(waiting, { isRendered: true })).renderNeed?.reason, 'loading text');
  const menu =
    '<div id=root><ul><li><a href=/a>one</a><li><a href=/b>two</a></ul></div><script src=app.js></script>';
  assert.equal(convertPage(requestFor(menu, { isRendered: true })).renderNeed, undefined);
});

test('an explanation names each removed block and its rule', () => {
  const { removals } = convertPage(requestFor(PAGE, { isExplained: true }));
  assert.ok(
    removals?.some(({ tag }) => tag === 'nav'),
    JSON.stringify(removals),
  );
});

test('a large page goes to a thread and comes back the same', async () => {
  const request = requestFor(
    `<main><h1>Large</h1>${'<p>A paragraph of the large page, as long as the others are.</p>'.repeat(8000)}</main>`,
  );
  assert.ok(request.body.length > 300_000);
  await using converter = openConverter({ threads: 1 });
  using deadline = new Deadline(60_000);
  const converted = await converter.convert(request, deadline, { teamId: '' });
  assert.equal(plainText(converted.content.markdown), convertPage(request).content.markdown);
});

test('a thread that does not finish in time is ended, and the next page is fine', async () => {
  await using converter = openConverter({ threads: 1 });
  const large = requestFor(`<main>${'<p>word <b>bold</b> <a href=/x>link</a></p>'.repeat(200_000)}</main>`);
  using hasty = new Deadline(30);
  await assert.rejects(converter.convert(large, hasty, { teamId: '' }), { code: 'SCRAPE_TIMEOUT' });
  using patient = new Deadline(60_000);
  const next = requestFor(
    `<main><h1>Next</h1>${'<p>A paragraph of the next page.</p>'.repeat(12_000)}</main>`,
  );
  assert.match(
    plainText((await converter.convert(next, patient, { teamId: '' })).content.markdown),
    /^# Next/,
  );
});

test('a page without text says so', () => {
  const warningsOf = (html: string, changes: Partial<ConvertRequest> = {}): string[] =>
    convertPage(requestFor(html, changes)).warnings;
  const note = ['The page has no text.'];
  assert.deepEqual(warningsOf('<title>x</title>'), note);
  assert.deepEqual(warningsOf('<title>x</title>', { onlyMainContent: false }), note);
  assert.deepEqual(warningsOf('<title>x</title>', { formats: [{ type: 'links' }] }), []);
  assert.deepEqual(warningsOf('<p>x</p>'), []);
  assert.deepEqual(warningsOf('<p>x</p>', { excludeTags: ['p'] }), []);
});

test('XHTML is read as XML where the content type says so, or else the name of the file', () => {
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/><title>T</title></head>
    <body><h1>Title</h1><p>One<b/> <textarea/>two &amp; three.</p><pre><![CDATA[if (a < b) x();]]></pre></body></html>`;
  const read = (changes: Partial<ConvertRequest>): (string | undefined)[] => {
    const formats = [{ type: 'markdown' } as const, { type: 'rawHtml' } as const];
    const { content } = convertPage(requestFor(page, { formats, onlyMainContent: false, ...changes }));
    return [content.markdown?.trim(), content.rawHtml];
  };
  const whole = ['# Title\n\nOne two & three.\n\n```\nif (a < b) x();\n```', page];
  assert.deepEqual(read({ contentType: 'application/xhtml+xml; charset=utf-8' }), whole);
  assert.deepEqual(read({ contentType: 'application/xml' }), whole);
  assert.deepEqual(read({ contentType: undefined, url: 'http://upload.test/a.xhtml' }), whole);
  // Browsers read it as HTML too, whose scripts end at `</script>`.
  assert.deepEqual(read({ contentType: 'text/html', url: 'http://upload.test/a.xhtml' }), ['', page]);
});

test('documents that frames bring along stand in their places, unless a browser has shown the page', () => {
  const framed =
    '&lt;h2>Frame head&lt;/h2>&lt;p>Frame text that is all the content of this page, and goes on for a while.&lt;/p>';
  const advert = '<div class="advertisement"><iframe srcdoc="<p>Buy this now, for less.</p>"></iframe></div>';
  const page = `<main><h1>T</h1><iframe id="f" srcdoc="${framed}"></iframe>${advert}</main>`;
  const read = (changes: Partial<ConvertRequest>): string | undefined =>
    convertPage(requestFor(page, changes)).content.markdown?.trim();
  const text = '## Frame head\n\nFrame text that is all the content of this page, and goes on for a while.';
  assert.equal(read({}), `# T\n\n${text}`);
  assert.equal(read({ includeTags: ['#f'] }), text);
  assert.equal(read({ excludeTags: ['iframe'] }), '# T');
  assert.equal(read({ isRendered: true }), '# T');
  const raw = convertPage(requestFor(page, { formats: [{ type: 'rawHtml' }] })).content.rawHtml;
  assert.equal(raw, page);
});
