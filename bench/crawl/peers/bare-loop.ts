import { Pool } from 'undici';
import type { CrawlPeer } from './crawl-peer.ts';

const LINK = /<a\s[^>]*?href="([^"#]+)/g;

/** The least that a crawl can cost: pages fetched, links found by a pattern, nothing parsed and nothing kept. */
export const bareLoop: CrawlPeer = async ({ url, concurrency }) => {
  const { origin } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency });
  const addresses = new Set([url]);
  const queue = [url];
  const problems: string[] = [];
  const total = { pages: 0, running: 0 };

  async function visit(address: string): Promise<void> {
    const response = await pool.request({ method: 'GET', path: address.slice(origin.length) });
    const html = await response.body.text();
    if (response.statusCode !== 200) problems.push(`${address} answered ${response.statusCode}`);
    total.pages++;
    for (const [, target = ''] of html.matchAll(LINK)) {
      const found = URL.parse(target, address);
      if (found?.origin !== origin || addresses.has(found.href)) continue;
      addresses.add(found.href);
      queue.push(found.href);
    }
  }

  await new Promise<void>((resolve, reject) => {
    function fill(): void {
      while (total.running < concurrency) {
        const address = queue.shift();
        if (address === undefined) break;
        total.running++;
        visit(address).then(() => {
          total.running--;
          fill();
        }, reject);
      }
      if (total.running === 0) resolve();
    }
    fill();
  });
  await pool.close();
  return { pages: total.pages, addresses: addresses.size, markdownCharacters: 0, problems };
};
