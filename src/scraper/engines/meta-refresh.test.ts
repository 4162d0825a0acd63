import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMetaRefresh } from './meta-refresh.ts';

const PAGE = 'http://site.test/dir/page';

function target(html: string): string | undefined {
  return findMetaRefresh(Buffer.from(html), 'text/html; charset=utf-8', PAGE);
}

test('finds where a refresh leads, in all the spellings that browsers take', () => {
  for (const content of [
    '0; url=/next',
    '0;URL=/next',
    "0; url='/next'",
    '0; url="/next" ',
    '5,url=/next',
    ' 0 ;  url = /next',
    '0;/next',
    '0.5; url=/next',
  ]) {
    assert.equal(
      target(`<meta http-equiv=refresh content="${content.replaceAll('"', '&quot;')}">`),
      'http://site.test/next',
      content,
    );
  }
  assert.equal(target('<META HTTP-EQUIV="Refresh" CONTENT="0;url=other">'), 'http://site.test/dir/other');
  assert.equal(
    target('<base href="http://base.test/x/"><meta http-equiv="refresh" content="0;url=y">'),
    'http://base.test/x/y',
  );
});

test('stays where there is nothing to follow', () => {
  for (const html of [
    '<p>http-equiv refresh</p>',
    '<meta http-equiv="refresh" content="30">',
    '<meta http-equiv="refresh" content="60; url=/later">',
    '<meta http-equiv="refresh" content="0; url=/dir/page#top">',
    '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
    '<noscript><meta http-equiv="refresh" content="0; url=/no-script"></noscript>',
    '<!-- <meta http-equiv="refresh" content="0; url=/x"> -->',
  ]) {
    assert.equal(target(html), undefined, html);
  }
});
