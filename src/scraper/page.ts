import type { EncodedBody } from '../net/content-codings.ts';

/** A fetched page, as an engine returns it and as the cache keeps it. */
export interface Page {
  /** Final URL, after redirects. */
  url: string;
  status: number;
  /** Response headers, names in lower case. */
  headers: Readonly<Record<string, string>>;
  contentType: string | undefined;
  /** After content decoding. */
  body: Uint8Array;
  /** The body as the site sent it; undefined when it came as it is, or from the cache. */
  encoded?: EncodedBody | undefined;
}
