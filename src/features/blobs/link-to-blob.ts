import type { BlobKey } from '../../lib/blob-key.ts';
import type { BlobUrls } from './sign-blob.ts';

/**
 * Makes the links of what is sent to webhooks: no request is there that would tell at which address the service is.
 * `baseUrl`: where whoever started the job reaches the service; `from`, ms: when the link begins to be valid.
 */
export function createLinkToBlob(
  { urlOf }: Pick<BlobUrls, 'urlOf'>,
  { host, port, publicUrl }: { host: string; port: number; publicUrl?: string | undefined },
): (key: BlobKey, baseUrl: string | undefined, from: number) => string {
  const ownUrl = publicUrl ?? `http://${host}:${port}`;
  return function linkToBlob(key, baseUrl, from) {
    return urlOf(key, publicUrl ?? baseUrl ?? ownUrl, { from });
  };
}
