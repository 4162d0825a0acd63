import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '../../config.ts';
import { parseBlobLocation } from './blob-location.ts';

test('a folder in the data folder, another folder, or a bucket', () => {
  assert.deepEqual(parseBlobLocation(undefined, '/data'), { folder: path.join('/data', 'blobs') });
  assert.deepEqual(parseBlobLocation('/shared/files/', '/data'), { folder: path.resolve('/shared/files') });
  const amazon = { bucket: 'b-1', prefix: '', region: 'us-east-1' };
  assert.deepEqual(parseBlobLocation('s3://b-1', ''), {
    s3: { ...amazon, bucketUrl: 'https://s3.us-east-1.amazonaws.com/b-1' },
  });
  assert.deepEqual(parseBlobLocation('s3://b-1/?region=eu-west-3&style=virtual', ''), {
    s3: { ...amazon, region: 'eu-west-3', bucketUrl: 'https://b-1.s3.eu-west-3.amazonaws.com' },
  });
  assert.deepEqual(parseBlobLocation('s3://b-1//a/b/?endpoint=http://10.0.0.1:9000/s3/', ''), {
    s3: { ...amazon, prefix: 'a/b/', bucketUrl: 'http://10.0.0.1:9000/s3/b-1' },
  });
});

test('what cannot be used is refused in the name of the variable', () => {
  for (const text of [
    'blobs',
    's3:bucket',
    's3://',
    's3://b',
    's3://key:secret@bucket',
    's3://bucket/a%20b',
    's3://bucket/a#b',
    's3://bucket?endpoint=ftp://x',
    's3://bucket?endpoint=https://u:p@x',
    's3://bucket?endpoint=https://x/?a=b',
    's3://bucket?region=a/b',
    's3://bucket?style=odd',
    's3://bucket?endpiont=https://x',
  ])
    assert.throws(
      () => parseBlobLocation(text, ''),
      (error) => error instanceof ConfigError && error.message.startsWith('DECANT_BLOB_STORE '),
      text,
    );
});
