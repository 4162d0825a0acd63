import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pictureUri } from './picture-uri.ts';

it('knows pictures by their bytes', () => {
  const svg = '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>';
  assert.match(pictureUri(Buffer.from(svg)) ?? '', /^data:image\/svg\+xml;base64,/);
  assert.match(pictureUri(Buffer.from('GIF89a')) ?? '', /^data:image\/gif;/);
  assert.equal(pictureUri(Buffer.from('<html><svg>')), undefined);
  assert.equal(pictureUri(Buffer.from([0x01, 0, 0, 0])), undefined);
});
