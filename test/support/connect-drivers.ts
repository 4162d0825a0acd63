import { chromium, type Browser as PlaywrightBrowser, type ConnectOverCDPTransport } from 'playwright-core';
import {
  connect as connectToBrowser,
  type Browser as PuppeteerBrowser,
  type ConnectionTransport,
} from 'puppeteer-core';
import type { ConnectDriver, DriverLink } from '../../src/lib/driver-link.ts';

interface Ears {
  hear(message: string): void;
  end(): void;
}

/** Joins within this process. Each message in a turn of its own: drivers miss things that come several at once. */
function join(connect: ConnectDriver, ears: Ears): DriverLink {
  return connect({
    send: (message) => void setImmediate(() => ears.hear(message)),
    queuedBytes: 0,
    setPaused: () => undefined,
    close: () => void setImmediate(() => ears.end()),
  });
}

async function leave(link: DriverLink, ears: Ears): Promise<void> {
  await link[Symbol.asyncDispose]();
  ears.end();
}

/** Puppeteer as a driver of a session. */
export function connectPuppeteer(connect: ConnectDriver): Promise<PuppeteerBrowser> {
  const ears = {
    hear: (message: string) => transport.onmessage?.(message),
    end: () => transport.onclose?.(),
  };
  const link = join(connect, ears);
  const transport: ConnectionTransport = {
    send: (message: string) => link.take(message),
    close: () => void leave(link, ears),
  };
  return connectToBrowser({ transport, defaultViewport: null });
}

/** Playwright as a driver of a session. */
export function connectPlaywright(connect: ConnectDriver): Promise<PlaywrightBrowser> {
  const ears = {
    hear: (message: string) => transport.onmessage?.(JSON.parse(message) as object),
    end: () => transport.onclose?.(),
  };
  const link = join(connect, ears);
  const transport: ConnectOverCDPTransport = {
    send: (message) => link.take(JSON.stringify(message)),
    close: () => void leave(link, ears),
  };
  return chromium.connectOverCDP(transport, { noDefaults: true });
}
