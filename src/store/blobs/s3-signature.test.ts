import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_BODY_HASH, signS3Request } from './s3-signature.ts';

/** The examples of Amazon's documentation, "Signature Calculations for the Authorization Header". */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const PLACE = { region: 'us-east-1', now: Date.UTC(2013, 4, 24) };
const BUCKET = 'https://examplebucket.s3.amazonaws.com';

async function signatureOf(
  request: Partial<Parameters<typeof signS3Request>[0]> & { url: URL },
): Promise<string> {
  const headers = await signS3Request(
    { method: 'GET', headers: {}, bodyHash: NO_BODY_HASH, ...request },
    CREDENTIALS,
    PLACE,
  );
  return headers['authorization'] ?? '';
}

test('requests are signed as in the published examples', async () => {
  assert.equal(
    await signatureOf({ url: new URL(`${BUCKET}/test.txt`), headers: { range: 'bytes=0-9' } }),
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  assert.match(
    await signatureOf({
      method: 'PUT',
      url: new URL(`${BUCKET}/test%24file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodyHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    }),
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  );
  assert.match(
    await signatureOf({ url: new URL(`${BUCKET}/?max-keys=2&prefix=J`) }),
    /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/,
  );
});

test('a query is signed whatever its order and escapes; temporary credentials send their token', async () => {
  const [first, second] = await Promise.all(
    ['b=%7E&a=1', 'a=1&b=~'].map((query) => signatureOf({ url: new URL(`${BUCKET}/?${query}`) })),
  );
  assert.equal(first, second);
  const headers = await signS3Request(
    { method: 'GET', url: new URL(`${BUCKET}/x`), headers: {}, bodyHash: NO_BODY_HASH },
    { ...CREDENTIALS, sessionToken: 'of a role' },
    PLACE,
  );
  assert.equal(headers['x-amz-security-token'], 'of a role');
  assert.match(headers['authorization'] ?? '', /SignedHeaders=[^,]*;x-amz-security-token,/);
});
