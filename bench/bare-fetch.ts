import { Pool } from 'undici';

/** The least that fetching a page can cost: `undici.request`, the body read to its end as it comes, compressed. */
export interface BareFetch extends AsyncDisposable {
  fetch(url: string): Promise<void>;
}

export function openBareFetch(origin: string, connections: number): BareFetch {
  const pool = new Pool(origin, { connections });
  return {
    async fetch(url) {
      const response = await pool.request({
        method: 'GET',
        path: url.slice(origin.length),
        headers: { 'accept-encoding': 'gzip' },
      });
      const body = await response.body.arrayBuffer();
      if (response.statusCode !== 200 || body.byteLength === 0)
        throw new Error(`${url} answered ${response.statusCode}`);
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}
