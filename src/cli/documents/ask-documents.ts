import type { Document } from '../../contract/documents/document.ts';
import { UsageError } from '../command/command.ts';
import type { Documents } from './documents.ts';
import type { ServiceClient } from '../command/service-client.ts';

/** Documents from a running service. */
export function askDocuments(client: ServiceClient): Documents {
  return {
    async scrape(body, { signal }) {
      const { data } = await client.post('v2/scrape', body, signal);
      return client.withPictures(data as Document, signal);
    },
    async parse({ file, options, baseUrl }, { signal }) {
      if (baseUrl !== undefined)
        throw new UsageError('--base-url works where the file is read: it goes without a service');
      const form = new FormData();
      const type = file.contentType ?? '';
      form.set('file', new File([new Uint8Array(await file.read())], file.name, { type }));
      form.set('options', JSON.stringify(options));
      const { data } = await client.post('v2/parse', form, signal);
      return data as Document;
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
