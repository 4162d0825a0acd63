import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

/** Of what is quick to write on a page, the half is still far too much for quadratic work. */
const SHARE = pickSize(1 / 2, 1);
const text = 'word, word word word word word word word word word word. ';
const ARTICLE =
  '<title>The word</title><meta property="article:published_time" content="2026"><h1>The word</h1>';
const PAGES: Readonly<Record<string, (size: number) => string>> = {
  'nested blocks': (size) => '<div class="sidebar cta">'.repeat(size * SHARE) + text.repeat(20),
  links: (size) => '<a href=x>word word</a> '.repeat(size * SHARE),
  'list of links': (size) => `<ul>${'<li><a href=x>word word</a>'.repeat(size * SHARE)}</ul>`,
  'nested headers': (size) => `${'<header><div>'.repeat(size / 2)}words`,
  'footers deep down': (size) =>
    '<div>'.repeat(size / 2) + '<button>a b</button><footer>x y</footer>'.repeat(size / 2),
  'distinct classes': (size) =>
    Array.from({ length: size * SHARE }, (_, at) => `<div class="nav c${at}">word word</div>`).join(''),
  'nested mains': (size) => '<main>word '.repeat(size * SHARE),
  'many h1': (size) => '<h1>word</h1>'.repeat(size * SHARE),
  'many named headings': (size) => `<title>long river</title>${'<h2>long river</h2>'.repeat(size * SHARE)}`,
  'nested named headings': (size) => `<title>long river</title>${'<h1>long river'.repeat(size * SHARE)}`,
  'nested sections with ids': (size) =>
    `${'<section id="menu-search"><i></i>'.repeat(size / 2)}<h2>Menu</h2>`,
  'paragraphs and headings beside the prose': (size) =>
    `${'<div><h2>x</h2><p>word, word word word word word word</p>'.repeat(size / 4)}<div>${text.repeat(size / 10)}`,
  'nested named sections': (size) =>
    `${'<div class="cta-x promo"><h2>x</h2>'.repeat(size / 4)}<p>${text.repeat(20)}</p>`,
  'questions on buttons': (size) => `<p>${text.repeat(size / 10)}</p>${'<button>a b c d?'.repeat(size / 2)}`,
  'hidden panels, nested': (size) => `<div hidden><p>${text}${text}</p>`.repeat(size / 8),
  'many noscripts': (size) => `<noscript><p>${text}</noscript>`.repeat(size * SHARE),
  'nested noscripts': (size) => `<body>${'<noscript>'.repeat(size)}`,
  'nested noscripts around pictures': (size) => `<body>${'<noscript><img src=x> '.repeat(size / 2)}`,
  'prose under siblings at each level': (size) => '<div><p>side text</p>'.repeat(size / 2) + text.repeat(100),
  'title deep outside main': (size) =>
    `<main>${text.repeat(60)}</main>${'<div><p>x y</p>'.repeat(size / 2)}<h1>Title`,
  'headings of side sections': (size) =>
    `${'<p></p>'.repeat(size * SHARE)}${'<h6>Related</h6>'.repeat(size * SHARE)}<p>${text}`,
  'nested side sections': (size) => '<div><h2>Related</h2>'.repeat(size / 2) + text.repeat(100),
  'lists of links side by side': (size) =>
    `<p>${text.repeat(size / 10)}</p>${'<ul><li><a href=x>word</a> <a href=y>word</a></ul>'.repeat(size / 4)}`,
  'repeated prose, nested': (size) => `<div><p>${text}${text}</p>`.repeat(size / 4),
  'posters side by side': (size) =>
    `<body class="phpbb"><p>${text.repeat(size / 10)}</p>${'<div class="poster"><i>x</i></div>'.repeat(size / 4)}`,
  'forms with articles': (size) => `<form><article>${text}</article></form>`.repeat(size / 4),
  'hidden blocks': (size) => `<div hidden><p>${text}</p></div>`.repeat(size / 4),
  'link labels': (size) =>
    Array.from(
      { length: size / 2 },
      (_, at) => `<p><a href="/${at}">Read more</a><a href="/${at}"><b>x</b></a>`,
    ).join(''),
  'link labels deep in inline elements': (size) =>
    Array.from({ length: size * SHARE }, (_, at) => `<span><a href="/${at}">More</a>`).join(''),
  prices: (size) =>
    `<meta property="og:type" content="product"><h1>x</h1>${'<div><p>$5</p>'.repeat(size / 2)}`,
  'prices in forms': (size) =>
    `<meta property="og:type" content="product"><h1>x</h1><p>${text.repeat(size / 10)}</p>${'<form><p>$5</p></form>'.repeat(size / 4)}`,
  'nested asides': (size) => `${'<aside><p>x y</p>'.repeat(size / 2)}<p>${text}`,
  'asides of lists, nested': (size) =>
    `<article><p>${text.repeat(size / 10)}</p>${'<aside>'.repeat(size / 2)}<h3>x</h3><ul>${'<li>word word'.repeat(6)}</ul>`,
  'streamed parts': (size) =>
    `<main>${Array.from({ length: size / 4 }, (_, at) => `<template id="B:${at.toString(16)}"></template>`).join('')}<p>${text.repeat(size / 10)}</p></main>${Array.from({ length: size / 4 }, (_, at) => `<div hidden id="S:${at.toString(16)}"><p>x y</p></div>`).join('')}`,
  'labels alone': (size) => `<p>${text.repeat(size / 10)}</p>${'<div><p>Share</p>'.repeat(size / 4)}`,
  'nested labels of one word': (size) =>
    `<p>${text.repeat(size / 10)}</p>${'<div><b>Close</b>'.repeat(size / 4)}`,
  'objects for machines': (size) => `<p>${text}</p>${'<div>{"a": "b"}</div>'.repeat(size / 4)}`,
  'links to edit a section': (size) =>
    `<p>${text}</p>${'<span>[<a href="?action=edit&section=1">edit</a>'.repeat(size / 4)}`,
  'marks of editors': (size) => `<p>${text}</p>${'<sup class=noprint>'.repeat(size)}x`,
  'stories side by side': (size) =>
    `${ARTICLE}<p>${text.repeat(size / 10)}</p>${'<div><h2><a href=/x>word word</a></h2><p>word word</div>'.repeat(size / 4)}`,
  'rivers, nested': (size) =>
    `${ARTICLE}<p>${text.repeat(size / 10)}</p>${`<div>${'<div><h2><a href=/x>word word</a></h2></div>'.repeat(3)}`.repeat(size / 16)}`,
  'headlines around each other': (size) =>
    `${ARTICLE}<p>${text.repeat(size / 10)}</p>${'<div><h2><a href=/x>word word</a><div>'.repeat(size / 4)}`,
  'fields for mail addresses, nested': (size) =>
    `<article><p>${text.repeat(size / 10)}</p>${'<div>a b<input type=email>'.repeat(size / 4)}`,
  'fields for mail addresses side by side': (size) =>
    `<article><p>${text.repeat(size / 10)}</p><section>${'<div>a b<input type=email></div>'.repeat(size / 4)}`,
  'drawers with headings, nested': (size) =>
    `<article><p>${text.repeat(size / 10)}</p>${'<div class="drawer"><h3>x</h3>'.repeat(size / 2)}`,
  'pictures and alike blocks beside the prose': (size) =>
    `<h1>x</h1>${'<div class="a b"><img src=x></div><div class="a b"><p>word, word word word word word word word word word.</p></div>'.repeat(size / 8)}<div class="a b">${text.repeat(size / 10)}</div>`,
  'lists of cards with prices': (size) =>
    `<article><p>${text.repeat(size / 10)}</p>${`<section>${'<div><img src=x> $5 word <a href=x>word word</a> word word</div>'.repeat(4)}</section>`.repeat(size / 40)}`,
  'heads of posts': (size) =>
    `<body class="phpbb"><p>${text.repeat(size / 10)}</p>${'<div><a href=x>word</a> <a href=y>word</a></div><i></i>'.repeat(size / 8)}`,
  'quotes of one post': (size) =>
    `<body class="phpbb"><div><p>${text.repeat(size / 80)}</p></div>${`<blockquote>${`<p>${text}</p>`.repeat(9)}</blockquote>`.repeat(size / 100)}`,
  'names above nothing': (size) =>
    `<body class="phpbb"><p>${text.repeat(size / 10)}</p>${'<div><a href=x>word word word word</a></div>'.repeat(size / 4)}${'<i></i>'.repeat(size / 4)}`,
  'entries that share their price': (size) =>
    `<link rel="canonical" href="/collections/x">${Array.from({ length: size / 8 }, (_, at) => `<div><a href="/${at}">word w${at}</a><div><a href="/${at}">word w${at}</a><p>a b c d</div></div>`).join('')}`,
  'copies with something new': (size) =>
    `<p>${text}</p>${`<div><p>${text}${text}</p><p>${text}${text}</p><b>new</b></div>`.repeat(size / 16)}`,
  'sheets, nested': (size) =>
    `<main><p>${text.repeat(size / 10)}</p>${`<div role=dialog><p>${text}${text}</p>`.repeat(size / 8)}`,
  'facts beside a title': (size) =>
    `<main><div><div><h1>x</h1>${'<div><p>a b c</p><p>d e f</p></div>'.repeat(size / 8)}</div><div>${text.repeat(size / 10)}</div>`,
  'one long class': (size) => `<div class="${'nav bar '.repeat(size)}">${text}</div>`,
};

describe('findMainContent takes time linear in the page', () => {
  for (const [name, page] of Object.entries(PAGES)) {
    it(name, () =>
      assertLinear(32_000, (size) => {
        const tree = parseHtml(page(size));
        return () => visibleText(tree, findMainContent(tree).removed);
      }),
    );
  }

  it('restoring every node of a deep page', () => {
    const tree = parseHtml(
      `<footer>${'<div><p>x y</p>'.repeat(20_000)}</footer>${`<p>${text}</p>`.repeat(50)}`,
    );
    const nodes = Array.from({ length: tree.length }, (_, node) => node).filter(
      (node) => tree.name(node) === 'p',
    );
    const { removed } = findMainContent(tree, { keep: nodes });
    assert.ok(visibleText(tree, removed).split('\n').length >= 20_000);
  });
});
