import path from 'node:path';
import { ConfigError } from '../../config.ts';

export interface S3Location {
  bucket: string;
  /** Before every key, with a slash at its end; empty when there is none. */
  prefix: string;
  region: string;
  /** Where the bucket answers, without a slash at its end: keys are paths below it. */
  bucketUrl: string;
}

/** A folder by its absolute path, or a bucket. */
export type BlobLocation = { folder: string } | { s3: S3Location };

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';
/** Paths that need no encoding in a URL, so that the signed form is the written one. */
const PLAIN_PATH = /^[\w.~/-]*$/;

/**
 * Reads DECANT_BLOB_STORE: absent is a folder in the data folder, `/path` another folder, `s3://bucket[/prefix]` a
 * bucket; `endpoint` and `region` name another service than Amazon's, `style=virtual` one that wants the bucket in its
 * host name. Throws a ConfigError.
 */
export function parseBlobLocation(text: string | undefined, dataDir: string): BlobLocation {
  if (text === undefined) return { folder: path.join(dataDir, 'blobs') };
  if (path.isAbsolute(text)) return { folder: path.resolve(text) };
  if (!text.startsWith('s3://')) throw bad(`is neither an absolute path nor like ${EXAMPLE}`);
  if (!URL.canParse(text)) throw bad(`is not like ${EXAMPLE}`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw bad('must not hold credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY do');
  const bucket = url.host;
  const prefix = url.pathname.split('/').filter(Boolean).join('/');
  if (!/^[A-Za-z0-9][\w.-]{1,62}$/.test(bucket)) throw bad('names no bucket that can exist');
  if (!PLAIN_PATH.test(prefix) || url.hash !== '')
    throw bad('may have letters, digits and ._~/- in its prefix only');
  const { endpoint, region, style } = parseOptions(url.searchParams);
  if (style === 'virtual') endpoint.host = `${bucket}.${endpoint.host}`;
  const base = `${endpoint.origin}${endpoint.pathname}`.replace(/\/+$/, '');
  return {
    s3: {
      bucket,
      prefix: prefix === '' ? '' : `${prefix}/`,
      region,
      bucketUrl: style === 'virtual' ? base : `${base}/${bucket}`,
    },
  };
}

function parseOptions(options: URLSearchParams): { endpoint: URL; region: string; style: string } {
  const unknown = options.keys().find((name) => !['endpoint', 'region', 'style'].includes(name));
  if (unknown !== undefined)
    throw bad(`has the unknown option "${unknown}": endpoint, region and style are known`);
  const region = options.get('region') ?? 'us-east-1';
  if (!/^[\w-]+$/.test(region)) throw bad('has a region that is none');
  const style = options.get('style') ?? 'path';
  if (style !== 'path' && style !== 'virtual') throw bad('has a style that is neither path nor virtual');
  const endpoint = parseEndpoint(options.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  return { endpoint, region, style };
}

function parseEndpoint(given: string): URL {
  const endpoint = URL.canParse(given) ? new URL(given) : undefined;
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.search !== '' || endpoint.hash !== '')
    throw bad('has an endpoint that is not like https://s3.example.com');
  if (endpoint.username !== '' || endpoint.password !== '')
    throw bad('must not hold credentials in its endpoint');
  if (!PLAIN_PATH.test(endpoint.pathname)) throw bad('has an endpoint with characters that cannot be signed');
  return endpoint;
}

function bad(why: string): ConfigError {
  return new ConfigError(`DECANT_BLOB_STORE ${why}`);
}
