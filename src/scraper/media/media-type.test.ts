import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaTypeOfLink, sniffMediaType } from './media-type.ts';

const DECLARED: Array<[url: string, declared: string, expected: string | undefined]> = [
  ['https://a.test/x', 'video/mp4; codecs="avc1"', 'video video/mp4'],
  ['https://a.test/x.mp3?token=1.html', '', 'audio audio/mpeg'],
  ['https://a.test/x.MP4#t=5', 'application/octet-stream', 'video video/mp4'],
  ['https://a.test/x', 'application/vnd.apple.mpegurl', 'video application/vnd.apple.mpegurl stream'],
  ['https://a.test/x', 'audio/x-mpegurl', 'video audio/x-mpegurl stream'],
  ['https://a.test/x.mpd', '', 'video application/dash+xml stream'],
  ['https://a.test/x.html', 'text/html', undefined],
  ['https://a.test/mp4', '', undefined],
];

for (const [url, declared, expected] of DECLARED) {
  test(`${url} as ${declared || 'nothing'}`, () => {
    const type = mediaTypeOfLink(url, declared);
    assert.equal(type && `${type.kind} ${type.mimeType}${type.isStream ? ' stream' : ''}`, expected);
  });
}

const HEADS: Array<[head: string, mimeType: string | undefined]> = [
  ['ID3\x04', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\xff\xf1\x50', 'audio/aac'],
  ['OggS\0\x02 OpusHead', 'audio/ogg'],
  ['OggS\0\x02 \x80theora', 'video/ogg'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  ['\x1a\x45\xdf\xa3 webm', 'video/webm'],
  ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
  ['\0\0\0\x18ftypisom', 'video/mp4'],
  ['\0\0\0\x08wide', 'video/quicktime'],
  [`G${'x'.repeat(187)}G`, 'video/mp2t'],
  ['G is a letter', undefined],
  ['#EXTM3U\n', 'application/vnd.apple.mpegurl'],
  ['<!doctype html>', undefined],
  ['', undefined],
];

for (const [head, mimeType] of HEADS) {
  test(`bytes ${JSON.stringify(head.slice(0, 20))}`, () => {
    assert.equal(sniffMediaType(Buffer.from(head, 'latin1'))?.mimeType, mimeType);
  });
}
