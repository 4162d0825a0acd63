import { text } from 'node:stream/consumers';
import type { ProviderSettings } from '../../../src/lib/settings/search-settings.ts';
import { openLoopbackSite } from '../loopback-site.ts';
import type { PlayedAnswer, PlayedProvider, PlayedRequest, PlayedResult } from './played-provider.ts';

/** A provider on loopback that notes what it is asked. */
export interface ProviderServer extends AsyncDisposable {
  origin: string;
  settings: ProviderSettings;
  requests: PlayedRequest[];
  /** The results that it has, in order. */
  results: PlayedResult[];
  /** Answers in its place from now on: JSON, a text as it is, or never. Undefined: as documented. */
  play: (
    answer:
      | ((request: PlayedRequest) => PlayedAnswer | { text: string; status?: number } | { hang: true })
      | undefined,
  ) => void;
}

export async function openProviderServer(provider: PlayedProvider): Promise<ProviderServer> {
  const requests: PlayedRequest[] = [];
  const results: PlayedResult[] = [];
  const role: { play: Parameters<ProviderServer['play']>[0] } = { play: undefined };
  const site = await openLoopbackSite((incoming, response) => {
    void text(incoming).then((sent) => {
      const url = new URL(incoming.url ?? '/', 'http://provider.test');
      const request: PlayedRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers as Record<string, string>,
        body: JSON.parse(sent || '{}') as Record<string, unknown>,
      };
      requests.push(request);
      const answer = role.play ? role.play(request) : provider.answer(request, results);
      if ('hang' in answer) return;
      const headers = 'json' in answer ? { 'content-type': 'application/json', ...answer.headers } : {};
      response.writeHead(answer.status ?? 200, headers);
      response.end('json' in answer ? JSON.stringify(answer.json) : answer.text);
    });
  });
  return {
    origin: site.origin,
    settings: { name: provider.name, url: new URL(`${site.origin}/`), apiKey: provider.apiKey },
    requests,
    results,
    play: (answer) => void (role.play = answer),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}
