import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { openBrowserTier } from '../browser/relay/open-browser-tier.ts';
import { VERSION } from '../config.ts';
import { BROWSER_PATH, openBrowserDoor } from '../doors/browser/open-browser-door.ts';
import { UsageError, type CommandContext } from './command/command.ts';

/** `decant serve --role browser`: browsers for other processes, until the signal aborts. Needs no database. */
export async function serveBrowsers({ config, log, stdout, signal }: CommandContext): Promise<void> {
  const { token } = config.browser;
  if (token === undefined) {
    throw new UsageError(
      `--role browser needs a token that its users share: set DECANT_BROWSER_TOKEN here and there, for example to ${randomBytes(24).toString('hex')}`,
    );
  }
  const startedAt = performance.now();
  const { host, port } = config.http;
  await using stack = new AsyncDisposableStack();
  const ports = new Set<number>(port > 0 ? [port] : []);
  const tier = stack.use(openBrowserTier({ config, ownPorts: () => ports, log }));
  const door = stack.use(await openBrowserDoor({ tier, token, host, port, log }));
  ports.add(door.port);
  const problem = await tier.problem();
  if (problem !== undefined) log.warn(problem);
  const address = `ws://${hostForOthers(host)}:${door.port}${BROWSER_PATH}`;
  const { maxBrowsers, maxPages } = tier.stats();
  const startedInMs = Math.round(performance.now() - startedAt);
  log.info('ready', {
    role: 'browser',
    version: VERSION,
    startedInMs,
    port: door.port,
    maxBrowsers,
    maxPages,
  });
  stdout.write(`
Decant ${VERSION} is ready: browsers for other processes.

  Address    ${address}
  At a time  ${maxPages} pages in at most ${maxBrowsers} browsers

Set for the processes that are to use them, with the same token:

  DECANT_BROWSER_URL=${address} DECANT_BROWSER_TOKEN=...

`);
  if (!signal.aborted) await once(signal, 'abort');
  log.info('stopping', { reason: (signal.reason as Error).message });
}

function hostForOthers(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return host.includes(':') ? `[${host}]` : host;
}
