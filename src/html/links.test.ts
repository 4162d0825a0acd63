import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectLinks } from './links.ts';
import { parseHtml } from './parse.ts';
import { P } from './tags.ts';

const BASE = new URL('https://example.com/dir/page.html?q=1');

function linksOf(html: string): string[] {
  return collectLinks(parseHtml(html), BASE);
}

describe('collectLinks', () => {
  it('gives absolute URLs of links and image maps, each once, in document order', () => {
    const html = `<a href="/b">b</a> <a href=a>a</a> <map><area href="../c"></map> <a href="https://example.com/b">again</a>
      <a href="//other.example/x?y=1&amp;z=2">other</a>`;
    assert.deepEqual(linksOf(html), [
      'https://example.com/b',
      'https://example.com/dir/a',
      'https://example.com/c',
      'https://other.example/x?y=1&z=2',
    ]);
  });

  it('leaves out everything that is not http(s)', () => {
    const hrefs = [
      'javascript:void(0)',
      ' JAVASCRIPT:x',
      'mailto:a@b.example',
      'tel:1',
      'data:text/html,x',
      'ftp://a.example/',
      'http://[',
      'about:blank',
    ];
    assert.deepEqual(linksOf(hrefs.map((href) => `<a href="${href}">x</a>`).join('')), []);
    assert.deepEqual(linksOf('<a name=anchor>x</a><link href="/style.css">'), []);
  });

  it('leaves out places on the same page and keeps fragments of other pages', () => {
    const html = `<a href="#top">1</a><a href="">2</a><a href="page.html?q=1#x">3</a><a href="page.html#x">4</a><a href="/other#a">5</a><a href="/other#b">6</a>`;
    assert.deepEqual(linksOf(html), [
      'https://example.com/dir/page.html?q=1',
      'https://example.com/dir/page.html#x',
      'https://example.com/other#a',
      'https://example.com/other#b',
    ]);
  });

  it('keeps fragments that name a view of a script-built page', () => {
    assert.deepEqual(linksOf('<a href="#/settings">s</a><a href="#!news">n</a>'), [
      'https://example.com/dir/page.html?q=1#/settings',
      'https://example.com/dir/page.html?q=1#!news',
    ]);
  });

  it('reads links in SVG', () => {
    assert.deepEqual(linksOf('<svg><a xlink:href="/x"><text>x</text></a><a href="/y"></a></svg>'), [
      'https://example.com/x',
      'https://example.com/y',
    ]);
  });

  it('leaves out inert templates and keeps declarative shadow roots', () => {
    const html = `<template><a href="/{{id}}">t</a></template><div><template shadowrootmode=open><a href="/shadow">s</a></template></div>`;
    assert.deepEqual(linksOf(html), ['https://example.com/shadow']);
  });

  it('leaves out removed subtrees', () => {
    const tree = parseHtml(
      '<div><a href="/kept">k</a><p><b><a href="/removed">r</a></b></p></div><a href="/after">a</a>',
    );
    const removed = new Uint8Array(tree.length);
    removed[tree.tag.indexOf(P)] = 1;
    assert.deepEqual(collectLinks(tree, BASE, { removed }), [
      'https://example.com/kept',
      'https://example.com/after',
    ]);
  });

  it('survives 100,000 nested elements', () => {
    const html = `${'<span>'.repeat(100_000)}<a href="/deep">x</a>`;
    assert.deepEqual(linksOf(html), ['https://example.com/deep']);
  });
});
