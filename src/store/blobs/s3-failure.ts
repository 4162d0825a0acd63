import type { Readable } from 'node:stream';
import { ServiceError } from '../../lib/service-error.ts';
import type { OperatorAnswer } from '../../net/operator-fetch.ts';

const MAX_ANSWER_BYTES = 4_000_000;

/** The bucket answered, but not as asked; what it said is for the log. */
class S3AnswerError extends Error {
  override readonly name = 'S3AnswerError';
  readonly status: number;

  constructor(method: string, status: number, code: string | undefined) {
    super(`the bucket answered ${method} with ${status}${code === undefined ? '' : ` ${code}`}`);
    this.status = status;
  }
}

/** Reads what the answer says, 4 MB at most, so that its connection can be used again. Throws SCRAPE_SITE_ERROR. */
export async function readS3Text(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new ServiceError('SCRAPE_SITE_ERROR', { message: 'The bucket did not finish its answer', cause });
  }
  return Buffer.concat(chunks).toString();
}

/** Turns an unexpected answer into an error. */
export async function s3Failure(method: string, { status, body }: OperatorAnswer): Promise<Error> {
  const text = await readS3Text(body).catch(() => '');
  return new S3AnswerError(method, status, /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1]);
}

/** Worth another try: the bucket is busy, or a connection to it was lost. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3AnswerError) return error.status === 429 || error.status >= 500;
  return (
    error instanceof ServiceError && (error.code === 'SCRAPE_SITE_ERROR' || error.code === 'SCRAPE_TIMEOUT')
  );
}
