import { Pool } from 'undici';

/** Less than this is no document of a page here, whatever was left out of it. */
const MIN_MARKDOWN = 100;

/** A caller of the service over kept connections. */
export interface ScrapeClient extends AsyncDisposable {
  /** A scrape with default options; throws unless the document is whole and came from where `cacheState` says. */
  scrape(url: string, cacheState: 'hit' | 'miss'): Promise<void>;
  /** The smallest call: what the way to the service and back costs. */
  ping(): Promise<void>;
}

interface ScrapeReply {
  success: boolean;
  error?: string;
  data?: { markdown?: string; metadata?: { statusCode?: number; cacheState?: string; error?: string } };
}

export function openScrapeClient(
  { url: service, key }: { url: string; key: string },
  connections: number,
): ScrapeClient {
  const pool = new Pool(service, { connections });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    async scrape(url, cacheState) {
      const response = await pool.request({
        method: 'POST',
        path: '/v2/scrape',
        headers,
        body: JSON.stringify({ url }),
      });
      const reply = (await response.body.json()) as ScrapeReply;
      const { markdown = '', metadata } = reply.data ?? {};
      if (response.statusCode !== 200 || metadata?.statusCode !== 200 || markdown.length < MIN_MARKDOWN) {
        throw new Error(
          `The scrape of ${url} answered ${response.statusCode}: ${JSON.stringify(reply).slice(0, 500)}`,
        );
      }
      if (metadata.cacheState !== cacheState) {
        throw new Error(`The scrape of ${url} was a cache ${metadata.cacheState}, not a ${cacheState}`);
      }
    },
    async ping() {
      const response = await pool.request({ method: 'GET', path: '/health/live' });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`/health/live answered ${response.statusCode}`);
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}
