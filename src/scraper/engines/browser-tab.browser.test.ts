import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openTestScraper } from '../../../test/support/open-test-scraper.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';

const house = await openTestScraper({ environment: { DECANT_MAX_PAGE_BYTES: '1000000' } });
after(() => house?.[Symbol.asyncDispose]());
const skip = house === undefined && 'no browser can be had here';

const TEXT = 'This page has enough words to be a page of its own, and a script that writes some of them. ';

describe('tabs of jobs', { skip, timeout: 60_000 }, () => {
  test('credentials of a URL stay with that URL, and no script or link of the page gets them', async () => {
    await using site = await startTestSite({
      '*': (request, response) => {
        const user = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
        answer(
          `<!doctype html><title>t</title><p>${TEXT}</p><p>You are [${user}]</p><a href="/next">next</a>
           <header><a href="/"><img src="/logo.png" width=80 height=40 alt=logo></a></header>
           <p id=base></p><script>base.textContent = 'base ' + document.baseURI + ' ' + document.links[0].href</script>`,
        )(request, response);
      },
    });
    const visit = async (user: string): Promise<string> => {
      const url = new URL(`${site.origin}/page`);
      if (user !== '') Object.assign(url, { username: user, password: 'pass-word' });
      const { document } = await house!.scrape(
        { url: url.href, formats: ['markdown', 'rawHtml', 'links', 'branding'] },
        { teamId: 'team', job: { id: 'job', spacingMs: 0 }, sourceUrl: site.origin },
      );
      const steps = JSON.stringify(house!.trace());
      const told = JSON.stringify(document) + steps;
      assert.match(told, /base http:/);
      assert.doesNotMatch(told.replaceAll('alice:pass-word]', ''), /pass-word(?!\])/);
      return /You are \[[^\]]*\]/.exec(document.rawHtml ?? '')?.[0] ?? '';
    };
    const seen = [];
    for (const user of ['', 'alice', 'bob', '', 'alice']) seen.push(await visit(user));
    assert.deepEqual(
      seen,
      ['', 'alice:pass-word', 'bob:pass-word', '', 'alice:pass-word'].map((user) => `You are [${user}]`),
    );
  });

  test('what one tab may load is enough for every page of a job', async () => {
    await using site = await startTestSite({
      '/part': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
        response.end('x'.repeat(900_000));
      },
      '*': answer(`<!doctype html><title>t</title><p>${TEXT}</p><p id=out></p>
        <script>fetch('/part').then((r) => r.text()).then((t) => { out.textContent = 'got ' + t.length; })</script>`),
    });
    for (let page = 1; page <= 10; page += 1) {
      const { document } = await house!.scrape(
        { url: `${site.origin}/p${page}`, formats: ['markdown'], waitFor: 1 },
        { teamId: 'team', job: { id: 'bytes', spacingMs: 0 } },
      );
      assert.match(document.markdown ?? '', /got 900000/, `page ${page}`);
      assert.equal(document.warning, undefined);
    }
  });

  test('a page that loads more than is allowed is told of', async () => {
    await using site = await startTestSite({
      '/part': (_request, response) => void response.end('x'.repeat(5_000_000)),
      '*': answer(`<!doctype html><title>t</title><p>${TEXT}</p><script>fetch('/part')</script>`),
    });
    const { document } = await house!.scrape(
      { url: `${site.origin}/`, formats: ['markdown'], waitFor: 1 },
      { teamId: 'team', job: { id: 'more', spacingMs: 0 } },
    );
    assert.match(document.warning ?? '', /loads more data than is allowed/);
  });
});
