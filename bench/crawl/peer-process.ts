/**
 * One peer as a process of its own: says over the channel that it is ready, crawls what it is told to, and ends with
 * whoever started it.
 * usage: peer-process.ts NAME
 */
import type { CrawlPeer, CrawlPeerRequest } from './peers/crawl-peer.ts';

/** A process holds only the peer that it is to run, since what is loaded counts as memory. */
const peers: Record<string, () => Promise<CrawlPeer>> = {
  crawlee: async () => (await import('./peers/crawlee.ts')).crawlee,
  'bare-loop': async () => (await import('./peers/bare-loop.ts')).bareLoop,
};

const peer = await peers[process.argv[2] ?? '']?.();
if (!peer) throw new Error(`There is no peer "${process.argv[2]}"`);

process.on('message', (request) => {
  peer(request as CrawlPeerRequest).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String((error as Error).stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.send?.({ isReady: true });
