import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { readHlsPlaylist } from './hls-playlist.ts';

const base = new URL('https://cdn.test/v/index.m3u8');

test('a master playlist: qualities, and sound that is apart', () => {
  const text = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, plain",DEFAULT=YES,URI="sound.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401e,mp4a.40.2"
low/index.m3u8
#EXT-X-STREAM-INF:AUDIO="a",BANDWIDTH=2500000
https://other.test/high.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1
file:///etc/passwd`;
  assert.deepEqual(readHlsPlaylist(text, base), {
    kind: 'master',
    variants: [
      { url: 'https://cdn.test/v/low/index.m3u8', bandwidth: 800_000, audioGroup: undefined },
      { url: 'https://other.test/high.m3u8', bandwidth: 2_500_000, audioGroup: 'a' },
    ],
    audio: [{ group: 'a', url: 'https://cdn.test/v/sound.m3u8', isDefault: true }],
  });
});

test('a media playlist: header, ranges that follow one another, end', () => {
  const text =
    '#EXTM3U\r\n#EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"\r\n#EXTINF:4,\r\n#EXT-X-BYTERANGE:50\r\nall.mp4\r\n#EXTINF:4,title, x\r\n#EXT-X-BYTERANGE:25@200\r\nall.mp4\r\n#EXTINF:1,\r\nlast.mp4\r\n#EXT-X-ENDLIST';
  assert.deepEqual(readHlsPlaylist(text, base), {
    kind: 'media',
    segments: [
      { url: 'https://cdn.test/v/all.mp4', range: { start: 0, end: 99 }, isInit: true },
      { url: 'https://cdn.test/v/all.mp4', range: { start: 100, end: 149 }, isInit: false },
      { url: 'https://cdn.test/v/all.mp4', range: { start: 200, end: 224 }, isInit: false },
      { url: 'https://cdn.test/v/last.mp4', range: undefined, isInit: false },
    ],
    isEnded: true,
    encryption: undefined,
  });
});

test('encryption and live streams are seen', () => {
  const playlist = readHlsPlaylist('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:1,\na.ts', base);
  assert.ok(playlist?.kind === 'media');
  assert.deepEqual([playlist.encryption, playlist.isEnded], ['AES-128', false]);
});

test('anything else is no playlist', () => {
  assert.equal(readHlsPlaylist('<!doctype html>', base), undefined);
});

test('hostile lines take linear time', async () => {
  const texts: Array<(size: number) => string> = [
    (size) => `#EXTM3U\n#EXT-X-STREAM-INF:${'A="'.repeat(10 * size)}\n${'#EXTINF:1,\na\n'.repeat(size)}`,
    (size) => `#EXTM3U\n${`#EXT-X-KEY:${'A'.repeat(size / 5)}\n`.repeat(300)}`,
  ];
  for (const textOf of texts) {
    await assertLinear(100_000, (size) => {
      const text = textOf(size);
      return () => readHlsPlaylist(text, base);
    });
  }
});
