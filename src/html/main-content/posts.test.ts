import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const sentence =
  'The river rises in the hills, runs past three villages and reaches the sea after forty miles.';
const prose = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => `<p>${sentence} On day ${at} too: ${sentence}</p>`).join('');

function assertKeeps(html: string, kept: readonly string[], dropped: readonly string[]): void {
  const tree = parseHtml(html);
  const text = visibleText(tree, findMainContent(tree).removed);
  for (const part of kept) assert.ok(text.includes(part), `lost: ${part}\n${text}`);
  for (const part of dropped) assert.ok(!text.includes(part), `kept: ${part}\n${text}`);
}

describe('findMainContent on posts, questions and comments', () => {
  const opinion = (at: number): string =>
    `<p>Number ${at}: I walked it last year with two friends, and it took us a week, in the rain, but it was lovely.</p>`;
  const opinions = (many: number): string => Array.from({ length: many }, (_, at) => opinion(at)).join('');

  it('drops comments that outweigh an article, when the article is a text of its own', () => {
    assertKeeps(
      `<article><h1>The long river</h1>${prose(9)}</article><div id="comments">${opinions(40)}</div>`,
      ['The long river', 'On day 8'],
      ['Number 3'],
    );
  });

  it('takes a page that is made of comments for a forum', () => {
    const tree = parseHtml(
      `<h1>Who walked the river?</h1>${prose(1)}<div class="comments">${opinions(12)}</div>`,
    );
    const { pageType, removed } = findMainContent(tree);
    assert.equal(pageType, 'forum');
    assert.ok(visibleText(tree, removed).includes('Number 11'));
  });

  it('drops remarks under questions and answers, keeps both', () => {
    assertKeeps(
      `<html itemscope itemtype="https://schema.org/QAPage"><div><h1>How long is the river?</h1>${prose(2)}
       <ul class="comments"><li>${opinion(1)}</li></ul></div><div class="answer">${prose(3)}<ul class="comments"><li>${opinion(2)}</li></ul></div>`,
      ['How long is the river?', 'On day 2'],
      ['Number 1', 'Number 2'],
    );
  });

  it('keeps the name of a poster and drops rank and badges', () => {
    const post = (name: string, at: number): string =>
      `<div class="post"><div class="user-info"><h4><a href="/u/${name}">${name}</a></h4><i>Old hand</i> <i>714 posts</i></div>${opinion(at)}${opinion(at + 9)}</div>`;
    assertKeeps(
      `<meta name="generator" content="Flarum"><h1>Which engine?</h1>${['Ann', 'Ben', 'Cid', 'Dan'].map(post).join('')}`,
      ['Ann', 'Dan', 'Number 12'],
      ['Old hand', '714'],
    );
  });

  it('keeps the name of a poster that is a link, past the letter that stands for a portrait', () => {
    const post = (name: string, at: number): string =>
      `<div class="post">${opinion(at)}${opinion(at + 9)}<div class="post-signature"><span>asked in ${at + 14} hours</span><a href="/i/${name}">${name[0]!}</a> <a href="/u/${name}">${name} Miller</a> <i>714 points</i></div></div>`;
    assertKeeps(
      `<meta name="generator" content="Flarum"><h1>Which engine?</h1>${['Ann', 'Ben', 'Cid', 'Dan'].map(post).join('')}`,
      ['Ben Miller', 'Number 12'],
      ['714', 'asked in'],
    );
  });

  it('keeps a quote that stands in an aside', () => {
    assertKeeps(
      `<meta name="generator" content="Discourse"><h1>Which engine?</h1><article>${prose(2)}</article>
       <article><aside class="quote"><div>Ann:</div><blockquote><p>Take the small one.</p></blockquote></aside>${prose(1)}</article>
       <aside><p>Three other topics.</p></aside>`,
      ['Take the small one.', 'Ann:'],
      ['Three other topics'],
    );
  });

  it('keeps the preview of a page that a post links to', () => {
    const preview = `<aside class="preview"><header>river.example</header><article><h3>The locks</h3><p>Twelve of them, from the hills to the sea.</p></article></aside>`;
    const posts = ['Ann', 'Ben', 'Cid'].map(
      (name) =>
        `<div class="post"><b>${name}</b><p>${name} goes by boat, past a lock and a mill, each day of the year.</p>${preview.replace('Twelve', name)}</div>`,
    );
    const tree = parseHtml(`<meta name="generator" content="phpBB"><h1>Boats</h1>${posts.join('')}`);
    assert.match(visibleText(tree, findMainContent(tree).removed), /Ben of them, from the hills/);
  });

  it('keeps a thread that stands in a form', () => {
    assertKeeps(
      `<meta name="generator" content="Invision"><h1>Which engine?</h1><article>${opinion(1)}${opinion(2)}</article>
       <form method="post"><article>${opinion(3)}</article><article>${opinion(4)}</article></form><form><p>Write an answer</p><textarea></textarea></form>`,
      ['Number 1', 'Number 4'],
      ['Write an answer'],
    );
  });

  it('keeps a comment that is marked where comments are the answers', () => {
    const comment = (at: number): string =>
      `<article class="comment ${at === 3 ? 'most-helpful' : 'plain'}">${opinion(at)}</article>`;
    assertKeeps(
      `<html itemscope itemtype="https://schema.org/QAPage"><h1>Who walked the river?</h1>${prose(1)}<div>${Array.from({ length: 9 }, (_, at) => comment(at)).join('')}</div>`,
      ['Number 2', 'Number 3', 'Number 8'],
      [],
    );
  });

  it('keeps links in the preview of a page, and who edited a post', () => {
    const preview =
      '<aside class="preview"><header>river.example</header><article><div><a href="/i/7">No boat after nine</a> by <a href="/u/ann">Ann Miller</a></div></article></aside>';
    assertKeeps(
      `<meta name="generator" content="phpBB"><h1>Boats</h1>${['Ann', 'Ben', 'Cid'].map((name, at) => `<div class="post"><b>${name}</b>${opinion(at)}${preview.replace('nine', name)}<p class="postedit">Changed by ${name} at noon</p></div>`).join('')}`,
      ['No boat after Ben', 'Changed by Cid'],
      [],
    );
  });
});
