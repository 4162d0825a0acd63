import { AwsV4Signer } from 'aws4fetch';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** The token of temporary credentials. */
  sessionToken?: string | undefined;
}

interface UnsignedRequest {
  method: string;
  url: URL;
  /** Every one is signed. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  bodyHash: string;
}

/** SHA-256 of nothing. */
export const NO_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The headers to send, names in lower case: those given and the ones that sign them (AWS Signature Version 4 for S3). */
export async function signS3Request(
  { method, url, headers, bodyHash }: UnsignedRequest,
  { sessionToken, ...credentials }: S3Credentials,
  { region, now }: { region: string; now: number },
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...credentials,
    ...(sessionToken !== undefined && { sessionToken }),
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': bodyHash },
    service: 's3',
    region,
    datetime: new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    allHeaders: true,
  });
  return Object.fromEntries((await signer.sign()).headers);
}
