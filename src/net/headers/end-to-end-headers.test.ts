import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEndHeaders } from './end-to-end-headers.ts';

test('what belongs to the connection goes, the rest keeps its order and spelling', () => {
  assert.deepEqual(
    endToEndHeaders([
      'Host',
      'a.test',
      'Proxy-Connection',
      'keep-alive',
      'X-B',
      '2',
      'Connection',
      'x-A, Content-Length',
      'X-A',
      '1',
      'Proxy-Authorization',
      'Basic x',
      'Transfer-Encoding',
      'chunked',
      'TE',
      'trailers',
      'set-cookie',
      'a',
      'Set-Cookie',
      'b',
      'Content-Length',
      '3',
      'Keep-Alive',
      'timeout=5',
    ]),
    ['X-B', '2', 'set-cookie', 'a', 'Set-Cookie', 'b', 'Content-Length', '3'],
  );
});
