import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import type { Document } from '../../contract/documents/document.ts';
import { MAX_PICTURE_BYTES, type ApiCalls } from '../../doors/http/mcp/api-calls.ts';
import type { ServiceClient } from '../command/service-client.ts';

/** The API of a running service, as the tools for agents call it. */
export function createRemoteCalls(
  client: ServiceClient,
  readFile: NonNullable<ApiCalls['readFile']>,
): ApiCalls {
  return {
    readFile,
    async call(name, { params = {}, query = {}, body = {} }, signal) {
      const { method, path }: EndpointDefinition = endpoints[name];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
        encodeURIComponent(params[key] ?? ''),
      );
      const search = new URLSearchParams(query).toString();
      const address = `${filled.slice(1)}${search === '' ? '' : `?${search}`}`;
      if (method === 'GET') return await client.get(address, signal);
      if (method === 'DELETE') return await client.delete(address, signal);
      return await client.post(address, body, signal);
    },
    async readPicture(address, signal) {
      const asked = { screenshot: address, metadata: {} } as Document;
      const { screenshot = '' } = await client.withPictures(asked, signal);
      const [, type, data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(screenshot) ?? [];
      const bytes = Buffer.from(data, 'base64');
      return type === undefined || bytes.length > MAX_PICTURE_BYTES ? undefined : { type, bytes };
    },
    async parse({ name, bytes }, signal) {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(bytes)]), name);
      return await client.post('v2/parse', form, signal);
    },
  };
}
