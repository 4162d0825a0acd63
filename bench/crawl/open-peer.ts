import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Contender, ContenderOptions, CrawlOutcome } from './contender.ts';

const PROCESS = fileURLToPath(new URL('peer-process.ts', import.meta.url));

/** What a peer says: first that it is ready, then one answer to each request. */
interface PeerMessage {
  outcome?: CrawlOutcome;
  error?: string;
}

/** Starts a peer; it ends when the channel to it closes, however that happens. */
export async function openPeer(
  name: 'crawlee' | 'bare-loop',
  { concurrency, signal }: ContenderOptions,
): Promise<Contender> {
  const child = fork(PROCESS, [name], {
    cwd: tmpdir(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');

  async function answer(): Promise<PeerMessage> {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      ended.then(() => Promise.reject(new Error(`${name} ended before it answered`))),
    ])) as [PeerMessage];
    if (message.error !== undefined) throw new Error(`${name} failed: ${message.error}`);
    return message;
  }

  const last: { outcome?: CrawlOutcome } = {};
  await answer();
  return {
    pid: child.pid!,
    async crawl(url) {
      child.send({ url, concurrency });
      const { outcome } = await answer();
      if (outcome) last.outcome = outcome;
    },
    async outcome() {
      if (!last.outcome) throw new Error(`${name} has not crawled anything`);
      return last.outcome;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
