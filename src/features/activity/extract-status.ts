import type { EndpointReply } from '../../contract/endpoint.ts';
import type { extractStatus } from '../../contract/endpoints/extract-status.ts';
import { ServiceError } from '../../lib/service-error.ts';

/** GET /v2/extract/{id}. Nothing here starts extractions, so no id is known. */
export async function readExtractStatus(): Promise<EndpointReply<typeof extractStatus>> {
  throw new ServiceError('NOT_FOUND', { message: 'No such extraction: this server starts none' });
}
