import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import { findLiveMedia } from '../../browser/find-live-media.ts';
import { goTo } from '../../browser/page/go-to.ts';
import { settle } from '../../browser/page/settle.ts';
import { findMedia } from './find-media.ts';

const house = await shareTestBrowser();
const site = await startTestSite({
  '/': `<!doctype html><title>Player</title><h1>A talk</h1><div id="host"></div><video autoplay muted loop src="/bg.webm" width="900" height="500"></video>
    <script>fetch('/talk.m3u8'); fetch('/seg-1.ts');
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    const video = document.createElement('video'); video.controls = true; video.width = 640; video.height = 360; video.src = '/talk.mp4'; root.append(video);
    const audio = new Audio('/unseen.mp3'); audio.preload = 'auto'; audio.load();</script>`,
  '/talk.m3u8': answer('#EXTM3U', { 'content-type': 'application/vnd.apple.mpegurl' }),
  '/seg-1.ts': answer('G', { 'content-type': 'video/mp2t' }),
  '/unseen.mp3': answer(Buffer.from('fffb9064', 'hex'), { 'content-type': 'audio/mpeg' }),
});
after(() => Promise.all([site[Symbol.asyncDispose](), house?.[Symbol.asyncDispose]()]));

test(
  'a live page tells what it plays, in shadow roots too, and what it has loaded',
  { skip: house === undefined && 'no browser here' },
  async () => {
    assert.ok(house);
    await using live = await house.openPage();
    const signal = AbortSignal.timeout(20_000);
    await goTo(live, `${site.origin}/`, { signal, timeoutMs: 10_000 });
    await settle(live, { signal, maxMs: 5_000 });
    const found = findMedia({
      base: new URL(site.origin),
      live: await findLiveMedia(live, { signal, timeoutMs: 5_000 }),
    });
    assert.deepEqual(
      found.map(({ url, kind, isStream }) => [url.slice(site.origin.length), kind, isStream]),
      [
        ['/talk.mp4', 'video', false],
        ['/unseen.mp3', 'audio', false],
        ['/talk.m3u8', 'video', true],
        ['/bg.webm', 'video', false],
      ],
    );
  },
);
