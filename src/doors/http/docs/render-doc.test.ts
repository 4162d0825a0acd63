import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocs } from './read-docs.ts';
import { renderDoc } from './render-doc.ts';

const HTML = '<script>window.hit=1</script>';

function render(markdown: string): string {
  return renderDoc(markdown, (href) => (href.startsWith('https:') ? href : undefined)).body.text;
}

describe('documentation as HTML', () => {
  test('HTML is text wherever it stands, and so are its signs', () => {
    const text = render(
      `# ${HTML}\n\n${HTML} **${HTML}** \`${HTML}\` <b onclick="x">\n\n${HTML}\n\n| ${HTML} |\n|---|\n| ${HTML} |\n\n\`\`\`${HTML}\n${HTML}\n\`\`\`\n\n- ${HTML}\n\n> ${HTML}\n\n[${HTML}](https://a.b/"><script>)\n`,
    );
    assert.doesNotMatch(text, /<script|<b |onclick="/);
    assert.equal(text.split('&lt;script&gt;').length - 1 >= 10, true);
    assert.match(render('a & b &lt; c &amp;amp; "d"'), /a &amp; b &lt; c &amp;amp; &quot;d&quot;/);
  });

  test('only addresses that lead somewhere are links', () => {
    assert.doesNotMatch(render('[a](javascript:alert(1)) [b](data:text/html,x) [c](../secret)'), /<a/);
    assert.match(
      render('[a](https://example.com/?a=1&b=2)'),
      /<a href="https:\/\/example.com\/\?a=1&amp;b=2">a<\/a>/,
    );
  });

  test('only pictures that are served are shown, the others by their words', () => {
    const rendered = renderDoc('![A <b>](pictures/a.webp) ![far](https://x.example/a.png)', (href) =>
      href === 'pictures/a.webp' ? '../docs/pictures/a.webp' : undefined,
    ).body.text;
    assert.match(rendered, /<img src="..\/docs\/pictures\/a.webp" alt="A &lt;b&gt;"/);
    assert.ok(rendered.includes('far') && !rendered.includes('x.example'), rendered);
  });

  test('headings have anchors, each its own', () => {
    const { body, headings } = renderDoc(
      '# Top\n\n## `GET /x` and *more*\n\n## Again\n\n## Again\n',
      () => undefined,
    );
    assert.deepEqual(headings, [
      { level: 1, id: 'top', text: 'Top' },
      { level: 2, id: 'get-x-and-more', text: 'GET /x and more' },
      { level: 2, id: 'again', text: 'Again' },
      { level: 2, id: 'again-1', text: 'Again' },
    ]);
    assert.match(body.text, /<h2 id="again-1">Again<a class="anchor" href="#again-1"/);
  });

  test('a heading that is a code can be linked to as it is written too', () => {
    const { body, headings } = renderDoc('## `SITE_ERROR`\n\n## Other\n', () => undefined);
    assert.match(body.text, /<h2 id="site_error"><span id="SITE_ERROR"><\/span>/);
    assert.ok(!body.text.includes('id="Other"'));
    assert.deepEqual(headings[0], { level: 2, id: 'site_error', text: 'SITE_ERROR' });
  });

  test('code stands as it is, tables and lists as they are', () => {
    assert.match(
      render('```sh run\na  <b\n\n  c\n```'),
      /data-language="sh">\s*<pre tabindex="0"><code>a {2}&lt;b\n\n {2}c<\/code>/,
    );
    assert.match(render('3. three\n4. four'), /<ol start="3"><li>three<\/li><li>four<\/li><\/ol>/);
    assert.match(
      render('| | n |\n|---|--:|\n| a\\|b | 1 |'),
      /<td><\/td><th scope="col" +class="right">n<\/th>.*<td>a\|b<\/td><td class="right">1<\/td>/s,
    );
    assert.equal(render('<!-- generated -->\n'), '');
  });

  test('every page of ours is rendered whole, and every link between them has its place', () => {
    const { byName } = readDocs();
    const rendered = new Map(
      [...byName].map(([name, { markdown }]) => [name, renderDoc(markdown, (href) => href)]),
    );
    assert.ok(rendered.size > 60);
    for (const [name, { body, headings }] of rendered) {
      assert.equal(headings.filter(({ level }) => level === 1).length, 1, name);
      for (const [, target = '', id] of body.text.matchAll(/href="((?!https?:)[^"#]*)#([^"]+)"/g)) {
        const file = new URL(target || `${name}.md`, `http://x.invalid/${name}.md`).pathname;
        const there = rendered.get(target === '' ? name : file.slice(1, -'.md'.length));
        assert.ok(
          there?.headings.some((heading) => heading.id === id),
          `${name}: ${target}#${id}`,
        );
      }
    }
  });
});
