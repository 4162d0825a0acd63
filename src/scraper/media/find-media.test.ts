import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../../html/parse.ts';
import { findMedia, type MediaCandidate } from './find-media.ts';

const base = new URL('https://example.com/dir/page');
const find = (html: string): MediaCandidate[] => findMedia({ tree: parseHtml(html), base });
const urls = (html: string): string[] => find(html).map(({ url }) => url);

describe('media of a page', () => {
  it('elements and their sources, absolute', () => {
    assert.deepEqual(
      find('<video src="a.mp4"></video><audio><source src="/b.ogg" type="audio/ogg"></audio>'),
      [
        { url: 'https://example.com/dir/a.mp4', kind: 'video', mimeType: 'video/mp4', isStream: false },
        { url: 'https://example.com/b.ogg', kind: 'audio', mimeType: 'audio/ogg', isStream: false },
      ],
    );
  });

  const cases: Array<[what: string, html: string, expected: string[]]> = [
    [
      'a file without a name of its own is what its element says',
      '<video src="/stream?id=1"></video>',
      ['https://example.com/stream?id=1'],
    ],
    [
      'og:video with a player page is no medium',
      '<meta property="og:video" content="https://p.test/embed/1"><meta property="og:video:type" content="text/html">',
      [],
    ],
    [
      'og:video with a file',
      '<meta property="og:video:url" content="https://p.test/1"><meta property="og:video:type" content="video/mp4">',
      ['https://p.test/1'],
    ],
    ['og:audio', '<meta property="og:audio" content="/a.mp3">', ['https://example.com/a.mp3']],
    [
      'twitter:player:stream',
      '<meta name="twitter:player:stream" content="/t.mp4">',
      ['https://example.com/t.mp4'],
    ],
    [
      'links',
      '<a href="x.mp3">listen</a><a href="x.html">read</a><a href="y.webm?x=1">watch</a>',
      ['https://example.com/dir/x.mp3', 'https://example.com/dir/y.webm?x=1'],
    ],
    [
      'decoration comes last',
      '<video src="bg.mp4" autoplay muted loop></video><a href="talk.mp4">talk</a>',
      ['https://example.com/dir/talk.mp4', 'https://example.com/dir/bg.mp4'],
    ],
    [
      'a trailer comes after the film',
      '<video src="trailer.mp4"></video><video src="film.mp4"></video>',
      ['https://example.com/dir/film.mp4', 'https://example.com/dir/trailer.mp4'],
    ],
    [
      'the same file once',
      '<video src="a.mp4"><source src="a.mp4"></video><a href="a.mp4">x</a>',
      ['https://example.com/dir/a.mp4'],
    ],
    [
      'other schemes are left out',
      '<video src="blob:https://example.com/1"></video><audio src="data:audio/wav;base64,UklG"></audio><video src="file:///etc/passwd"></video>',
      [],
    ],
    ['templates are no part of the page', '<template><video src="a.mp4"></video></template>', []],
  ];
  for (const [what, html, expected] of cases) it(what, () => assert.deepEqual(urls(html), expected));

  it('JSON-LD: objects and those inside of others', () => {
    const html = `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"/v","embedUrl":"/e"}</script>
      <script type="application/ld+json">{"@type":"PodcastEpisode","associatedMedia":{"@type":"MediaObject","contentUrl":"https://cdn.test/p.mp3"}}</script>`;
    assert.deepEqual(
      find(html).map(({ url, kind }) => [url, kind]),
      [
        ['https://example.com/v', 'video'],
        ['https://cdn.test/p.mp3', 'audio'],
      ],
    );
  });

  it('what a live page plays and loads; pieces of streams are no media', () => {
    const live = {
      elements: [
        {
          url: 'https://c.test/play',
          kind: 'video' as const,
          mimeType: '',
          area: 300_000,
          isBackground: false,
        },
      ],
      network: [
        { url: 'https://c.test/master.m3u8', mimeType: 'application/vnd.apple.mpegurl' },
        { url: 'https://c.test/seg-1.ts', mimeType: 'video/mp2t' },
        { url: 'https://c.test/play', mimeType: 'video/mp4' },
      ],
    };
    assert.deepEqual(findMedia({ base, live }), [
      { url: 'https://c.test/play', kind: 'video', mimeType: 'video/mp4', isStream: false },
      {
        url: 'https://c.test/master.m3u8',
        kind: 'video',
        mimeType: 'application/vnd.apple.mpegurl',
        isStream: true,
      },
    ]);
  });

  it('a page of very many players is read in part', () => {
    assert.equal(
      find(
        '<video src="a"><source src="b"></video>'.repeat(5) +
          Array.from({ length: pickSize(20_000, 100_000) }, (_, i) => `<video src="${i}.mp4"></video>`).join(
            '',
          ),
      ).length,
      20,
    );
  });
});
