import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfUpload } from './kind-of-upload.ts';

test('the extension says what an upload is, else the type of its part', () => {
  const cases: Array<[name: string, type: string | undefined, contentType: string | undefined]> = [
    ['report.pdf', 'application/pdf', 'application/pdf'],
    ['report.pdf', 'application/octet-stream', 'application/pdf'],
    ['scan.PNG', undefined, 'image/png'],
    ['scan.jpg', 'application/octet-stream', 'image/jpeg'],
    ['REPORT.PDF', undefined, 'application/pdf'],
    ['page.htm', 'text/html; charset=latin1', 'text/html; charset=latin1'],
    ['report', 'application/pdf', 'application/pdf'],
    ['report.xyz', 'application/msword', 'application/msword'],
    ['book.xls', 'text/plain', 'application/vnd.ms-excel'],
  ];
  for (const [name, type, contentType] of cases)
    assert.deepEqual(kindOfUpload(name, type), { isRefused: false, contentType }, name);
});

test('what neither tells, and what holds no text, is refused with the reason', () => {
  for (const [name, type, reason] of [
    ['report', undefined, /neither the extension/],
    ['report.xyz', 'application/octet-stream', /neither the extension/],
    ['song.mp3', 'audio/mpeg', /audio files/],
    ['all.zip', undefined, /archives/],
    ['program.exe', 'application/pdf', /binary files/],
  ] as const) {
    const upload = kindOfUpload(name, type);
    assert.ok(upload.isRefused, name);
    assert.match(upload.reason, reason);
  }
});
