import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { detectContentKind } from './detect-content-kind.ts';
import type { ContentKind } from '../index.ts';

const HTML = '<!DOCTYPE html><title>x</title>';

/** Latin-1 text as bytes. */
function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function kindOf(contentType: string | undefined, text: string, path = '/page'): ContentKind {
  return detectContentKind(contentType, bytesOf(text), new URL(path, 'https://example.com'));
}

describe('detectContentKind by header', () => {
  const cases: Array<[contentType: string, text: string, kind: ContentKind]> = [
    ['text/html; charset=utf-8', '<p>x', 'html'],
    ['TEXT/HTML', 'x', 'html'],
    ['application/xhtml+xml', '<html/>', 'html'],
    ['application/json', '{}', 'json'],
    ['application/vnd.api+json; charset=utf-8', '{}', 'json'],
    ['application/rss+xml', '<rss/>', 'xml'],
    ['application/soap+xml', '<x/>', 'xml'],
    ['image/svg+xml', '<svg/>', 'xml'],
    ['text/plain', 'hello', 'text'],
    ['text/x-unheard-of', 'hello', 'text'],
    ['text/markdown', '# x', 'markdown'],
    ['text/csv', 'a,b', 'csv'],
    ['application/javascript', 'let x', 'code'],
    ['text/css', 'a{}', 'code'],
    ['application/pdf', '\x00junk', 'pdf'],
    ['image/x-unheard-of', '\x00\x01', 'image'],
    ['audio/mpeg', '\x00\x01', 'audio'],
    ['video/mp4', '\x00\x01', 'video'],
    ['font/woff2', '\x00', 'binary'],
    ['application/epub+zip', '\x00', 'epub'],
    ['application/msword', '\x00', 'doc'],
  ];
  for (const [contentType, text, kind] of cases)
    it(contentType, () => assert.equal(kindOf(contentType, text), kind));
});

describe('detectContentKind when the header is wrong', () => {
  const cases: Array<
    [what: string, contentType: string | undefined, text: string, kind: ContentKind, path?: string]
  > = [
    ['PDF as HTML', 'text/html', '%PDF-1.7\n', 'pdf'],
    ['PDF as download', 'application/octet-stream', '%PDF-1.7\n', 'pdf'],
    ['PDF with junk before its header', 'application/pdf', 'junk %PDF-1.4', 'pdf'],
    ['RTF as text', 'text/plain', '{\\rtf1 x}', 'rtf'],
    ['image as HTML', 'text/html', '\x89PNG\r\n\x1a\n\0\0', 'image'],
    ['gzip as text', 'text/plain', '\x1f\x8b\x08\0\0', 'archive'],
    ['web page as PDF', 'application/pdf', HTML, 'html'],
    ['web page as Word', 'application/msword', `\n<!-- x -->${HTML}`, 'html'],
    ['web page as image', 'image/png', '<html><body>Not found', 'html'],
    ['web page as JSON', 'application/json', HTML, 'html'],
    ['web page as text', 'text/plain', HTML, 'html'],
    ['web page as download', 'application/octet-stream', HTML, 'html'],
    [
      'XHTML as XML',
      'text/xml',
      '<?xml version="1.0"?>\n<!-- x -->\n<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'html',
    ],
    [
      'XHTML by doctype as XML',
      'application/xml',
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><x/>',
      'html',
    ],
    ['JSON as HTML', 'text/html', ' {"a": [1]}', 'json'],
    ['feed as HTML', 'text/html', '<?xml version="1.0"?><rss version="2.0"></rss>', 'xml'],
    ['JSON as text', 'text/plain', '[1, 2]', 'json'],
    ['XML as text', 'text/plain', '<?xml version="1.0"?><x/>', 'xml'],
    ['CSV as Excel', 'application/vnd.ms-excel', 'a;b\n1;2', 'csv'],
    ['table of HTML as Excel', 'application/vnd.ms-excel', '<table><tr><td>x', 'html'],
    ['text as binary', 'application/x-msdownload', 'echo hello', 'text'],
    ['binary as text', 'text/plain', 'ab\0\x01', 'binary'],
    ['Markdown as text', 'text/plain', '# x', 'markdown', '/README.md'],
    ['Markdown with a comment, as text', 'text/plain', '<!-- x -->\n# x', 'markdown', '/README.md'],
    ['program as text', 'text/plain', '{', 'code', '/main.rs'],
    ['playlist', 'application/x-mpegurl', '#EXTM3U', 'text', '/x.m3u8'],
    ['malformed header', 'html', HTML, 'html'],
    ['unknown type', 'application/x-unheard-of', 'hello', 'text'],
    ['unknown binary type', 'application/x-unheard-of', '\0', 'binary'],
  ];
  for (const [what, contentType, text, kind, path] of cases) {
    it(what, () => assert.equal(kindOf(contentType, text, path), kind));
  }
});

describe('detectContentKind keeps the header where the content only looks like something else', () => {
  const cases: Array<[what: string, contentType: string, text: string, kind: ContentKind, path?: string]> = [
    ['HTML that begins with a brace', 'text/html', '{{ template }} <p>x', 'html'],
    ['HTML after an XML declaration', 'text/html', '<?xml version="1.0"?><div>x', 'html'],
    ['HTML about PDF', 'text/html', '<p>%PDF-1.7', 'html'],
    ['HTML at a PDF address', 'text/html', HTML, 'html', '/x.pdf'],
    ['text that begins like a picture', 'text/plain', 'BMW makes cars', 'text'],
    ['text that begins like music', 'text/plain', 'ID3 tags explained', 'text'],
    ['text that begins like an archive', 'text/html', 'BZh<p>', 'html'],
    ['text with a tag at its beginning', 'text/plain', '<div> is an element', 'text'],
    ['text in UTF-16 without mark', 'text/plain; charset=UTF-16LE', 'h\0i\0', 'text'],
    ['text in UTF-16 with mark', 'text/plain', '\xff\xfeh\0i\0', 'text'],
    ['Markdown with HTML in it', 'text/markdown', '<html>', 'markdown'],
    ['program that prints HTML', 'text/x-python', '<html>', 'code'],
    ['escape sequences of terminals', 'text/plain', '\x1b[1mbold', 'text'],
  ];
  for (const [what, contentType, text, kind, path] of cases) {
    it(what, () => assert.equal(kindOf(contentType, text, path), kind));
  }
});

describe('detectContentKind without header', () => {
  const cases: Array<[what: string, text: string, kind: ContentKind, path?: string]> = [
    ['doctype', ` \r\n\t${HTML}`, 'html'],
    ['doctype after mark', `\xef\xbb\xbf${HTML}`, 'html'],
    ['doctype in UTF-16', `\xfe\xff${HTML.replaceAll(/[^]/g, '\0$&')}`, 'html'],
    ['fragment', '<DIV class=x>y', 'html'],
    ['comment', '<!-- x --> y', 'html'],
    ['fragment made by a program', '<p>x', 'html', '/index.php'],
    ['fragment named as Markdown', '<p>x', 'markdown', '/x.md'],
    ['link', '<a href=x>y</a>', 'html'],
    ['word that begins like a tag', '<abbreviation', 'text'],
    ['XML', '<?xml version="1.0"?><catalogue/>', 'xml'],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom">', 'xml'],
    ['JSON', '{"a":1}', 'json'],
    ['broken JSON', '{"a":1', 'text'],
    ['PHP', '<?php echo 1;', 'text'],
    ['text', 'hello', 'text'],
    ['nothing', '', 'text'],
    ['nothing, by its name', '', 'csv', '/x.CSV'],
    ['text by its name', 'a,b', 'csv', '/x.csv?y=z.pdf'],
    ['binary by its name', '\0\x01', 'audio', '/song.mp3'],
    ['binary with the name of a text', '\0\x01', 'binary', '/x.txt'],
    ['text with the name of a binary', 'hello', 'text', '/song.mp3'],
    ['endless comment', `<!-- ${'x'.repeat(20_000)}`, 'html'],
  ];
  for (const [what, text, kind, path] of cases)
    it(what, () => assert.equal(kindOf(undefined, text, path), kind));

  const signatures: Array<[name: string, text: string, kind: ContentKind]> = [
    ['GIF', 'GIF89a\x01\0', 'image'],
    ['JPEG', '\xff\xd8\xff\xe0', 'image'],
    ['WebP', 'RIFF\x01\x02\x03\x04WEBPVP8 ', 'image'],
    ['BMP', 'BM\x01\x02\x03\x04\0\0\0\0', 'image'],
    ['ICO', '\0\0\x01\0', 'image'],
    ['TIFF', 'II*\0', 'image'],
    ['AVIF', '\0\0\0\x20ftypavif', 'image'],
    ['MP4', '\0\0\0\x20ftypisom', 'video'],
    ['M4A', '\0\0\0\x20ftypM4A ', 'audio'],
    ['WAV', 'RIFF\x01\x02\x03\x04WAVEfmt ', 'audio'],
    ['AVI', 'RIFF\x01\x02\x03\x04AVI LIST', 'video'],
    ['Ogg', 'OggS\0\x02', 'audio'],
    ['MP3', '\xff\xfb\x90\0', 'audio'],
    ['Matroska', '\x1aE\xdf\xa3\0', 'video'],
    ['tar', `${'x'.repeat(257)}ustar\0`, 'archive'],
    ['xz', '\xfd7zXZ\0', 'archive'],
    ['ELF', '\x7fELF\x02', 'binary'],
    ['WebAssembly', '\0asm\x01', 'binary'],
    ['RIFF of another kind', 'RIFF\x01\x02\x03\x04ACON', 'binary'],
    ['RIFF cut short', 'RIFF\x01', 'binary'],
  ];
  for (const [name, text, kind] of signatures) it(name, () => assert.equal(kindOf(undefined, text), kind));

  it('lets the header choose between audio and video of one container', () => {
    assert.equal(kindOf('video/ogg', 'OggS\0\x02'), 'video');
    assert.equal(kindOf('audio/webm', '\x1aE\xdf\xa3\0'), 'audio');
    assert.equal(kindOf('image/png', 'OggS\0\x02'), 'audio');
  });

  it('takes linear time', async () => {
    for (const part of [
      '<!-- -->',
      '<!----',
      '<?',
      '<!doctype ',
      '[',
      ' ',
      '\0',
      '<',
      '<?xml ',
      '%PDF',
      'PK\x03\x04',
    ]) {
      const prepare = (size: number): (() => unknown) => {
        const text = part.repeat(size);
        return () => kindOf(undefined, text);
      };
      await assertLinear(200_000, prepare, part);
    }
  });
});
