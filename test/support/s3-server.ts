import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

export const S3_CREDENTIALS = { accessKeyId: 'KEYOFTHETESTS', secretAccessKey: 'secret/of+the tests' };

export interface S3Server extends LoopbackSite {
  /** By their whole names. */
  readonly objects: Map<string, { bytes: Buffer; contentType: string | undefined }>;
  /** Statuses to answer the next requests with instead of what they ask for. */
  readonly refusals: number[];
}

/** A bucket `bucket` in region `eu-test-1` that checks every signature; lists come in pages of two. */
export async function openS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const refusals: number[] = [];
  const site = await openLoopbackSite((request, response) => {
    void readBody(request).then((body) => {
      const refusal = refusals.shift() ?? (isSigned(request, body) ? undefined : 403);
      if (refusal === undefined) return answer(objects, request, response, body);
      const code = refusal === 403 ? 'SignatureDoesNotMatch' : 'SlowDown';
      response.writeHead(refusal).end(`<Error><Code>${code}</Code></Error>`);
    });
  });
  return { ...site, objects, refusals };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(
  objects: S3Server['objects'],
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const url = new URL(request.url ?? '', 'http://s3');
  if (url.pathname === '/bucket') return list(objects, url.searchParams, response);
  const name = url.pathname.replace('/bucket/', '');
  const found = objects.get(name);
  const source = request.headers['x-amz-copy-source'];
  if (request.method === 'DELETE') {
    objects.delete(name);
    response.writeHead(204).end();
  } else if (request.method === 'PUT' && source !== undefined) {
    const original = objects.get(String(source).replace('/bucket/', ''));
    if (!original) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    objects.set(name, original);
    response.end('<CopyObjectResult></CopyObjectResult>');
  } else if (request.method === 'PUT') {
    objects.set(name, { bytes: body, contentType: request.headers['content-type'] });
    response.end();
  } else if (!found) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  } else {
    const [, first = '0', last = String(found.bytes.length - 1)] =
      /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = found.bytes.subarray(Number(first), Number(last) + 1);
    response.writeHead(request.headers.range === undefined ? 200 : 206, { 'content-length': part.length });
    response.end(part);
  }
}

function list(objects: S3Server['objects'], query: URLSearchParams, response: ServerResponse): void {
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? ''))
    .toSorted()
    .filter((name) => name > (query.get('continuation-token')?.replace('&+ token/', '') ?? ''));
  const page = names.slice(0, 2);
  const token = page.length < names.length ? `&amp;+ token/${page.at(-1)}` : undefined;
  response.end(
    `<?xml version="1.0"?><ListBucketResult>${page
      .map((name) => `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key></Contents>`)
      .join(
        '',
      )}${token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`,
  );
}

/** Written from the specification of Signature Version 4, from what arrived, not from how we sign. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, key, date, region, names, given] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const time = String(request.headers['x-amz-date']);
  if (key !== S3_CREDENTIALS.accessKeyId || region !== 'eu-test-1' || !time.startsWith(date ?? '-'))
    return false;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return false;
  const mustBeSigned = Object.keys(request.headers).filter((name) => /^(?:host$|x-amz-)/.test(name));
  const signed = names?.split(';') ?? [];
  if (mustBeSigned.some((name) => !signed.includes(name))) return false;
  const [path, query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    Array.from(new URLSearchParams(query), (pair) => pair.map(encodeStrictly).join('='))
      .toSorted()
      .join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const hmac = (secret: string | Buffer, text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest();
  const secret = hmac(
    hmac(hmac(hmac(`AWS4${S3_CREDENTIALS.secretAccessKey}`, date ?? ''), region), 's3'),
    'aws4_request',
  );
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, digest].join('\n');
  return hmac(secret, text).toString('hex') === given;
}

/** RFC 3986: more is encoded than JavaScript does. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
