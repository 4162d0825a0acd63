import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
}

interface UnsignedRequest {
  method: string;
  /** Path and query encoded as RFC 3986 says, the query's names sorted: see `s3Query`. */
  url: URL;
  /** Names in lower case; every one is signed. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  bodyHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** SHA-256 of nothing. */
export const NO_BODY_HASH = sha256('');

/** The headers to send: those given and the ones that sign them (AWS Signature Version 4 for S3). */
export function signS3Request(
  { method, url, headers, bodyHash }: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
  { region, now }: { region: string; now: number },
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const signed: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  // The host is written by who sends, and is what the URL says.
  const names = [...Object.keys(signed), 'host'].toSorted();
  const lines = names.map((name) => `${name}:${(signed[name] ?? url.host).trim()}\n`).join('');
  const canonical = [method, url.pathname, url.search.slice(1), lines, names.join(';'), bodyHash].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    ...signed,
    authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** A query in the form that is signed. */
export function s3Query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

/** RFC 3986: more is encoded than JavaScript does. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
