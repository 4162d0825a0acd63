import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import type { CdpSession } from '../../src/browser/cdp/cdp-session.ts';
import { evaluate } from '../../src/browser/page/evaluate.ts';
import { openDrivenSite } from './driven-site.ts';
import { eventually } from './eventually.ts';
import { openLiveDoor, type LiveDoor } from './live-door.ts';
import type { LoopbackSite } from './loopback-site.ts';
import { shareTestSession } from './share-test-session.ts';

/** A page in a session, and somebody in another browser who sees and drives it. */
export interface ViewedPage extends AsyncDisposable {
  readonly site: LoopbackSite;
  readonly door: LiveDoor;
  /** The page that is driven. */
  readonly tab: CdpSession;
  readonly context: BrowserContext;
  /** The page that shows it, at a link that may drive. */
  readonly viewer: Page;
  /** Opens a tab at an address and shows it. */
  openTab(url: string): Promise<CdpSession>;
  /** Another one that shows it; resolves when there is a picture. */
  openView(link: 'watch' | 'control', from?: BrowserContext): Promise<Page>;
  /** A program that looks on. */
  openSocket(link: string): Promise<WebSocket>;
  /** The events that the driven page has noted. */
  told(): Promise<string[]>;
  forget(): Promise<unknown>;
  valueOf(id: string): Promise<string>;
  /** Clicks in the viewer, at a point of the driven page. */
  click(x: number, y: number, options?: { button?: 'right' }): Promise<void>;
}

export async function openViewedPage(home: Browser): Promise<ViewedPage> {
  await using opening = new AsyncDisposableStack();
  const site = opening.use(await openDrivenSite());
  const session = (await shareTestSession())!;
  const { signal } = new AbortController();
  const { session: tab } = await session.activePage(signal);
  await goTo(tab, site.origin);
  async function openTab(url: string): Promise<CdpSession> {
    const { connection } = session.browser;
    const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank' });
    await eventually(async () => assert.ok(session.tabs().some((one) => one.targetId === targetId)));
    await session.activate(targetId);
    const opened = await session.activePage(signal);
    await goTo(opened.session, url);
    return opened.session;
  }
  const door = opening.use(await openLiveDoor(session));
  const context = await home.newContext({ viewport: { width: 1280, height: 900 } });
  opening.defer(() => context.close());
  async function openView(link: string, from = context): Promise<Page> {
    const page = await from.newPage();
    await page.goto(`${door.url}/live/${link}`);
    await eventually(async () => assert.notEqual(await pixelAt(page, 350, 50), ''));
    // The bar above it moves the picture once more.
    await eventually(async () => assert.match(await statusOf(page), /^Live .*(?:drive|watching)/));
    return page;
  }
  const viewer = await openView('control');
  const all = opening.move();
  return {
    site,
    openTab,
    door,
    tab,
    context,
    viewer,
    openView,
    async openSocket(link) {
      const socket = new WebSocket(`${door.url.replace('http', 'ws')}/live/${link}`);
      await once(socket, 'message');
      return socket;
    },
    told: () => evaluate<string[]>(tab, 'told'),
    forget: () => evaluate(tab, 'told.length = 0'),
    valueOf: (id) => evaluate<string>(tab, `document.getElementById('${id}').value`),
    async click(x, y, options) {
      const at = await placeOf(viewer, x, y);
      await viewer.mouse.click(at.x, at.y, options);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function goTo(tab: CdpSession, url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) => void tab.on('Page.loadEventFired', () => resolve()));
  await tab.send('Page.navigate', { url });
  await loaded;
}

/** Where a point of the driven page lies in the viewer's window. */
export async function placeOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('canvas').boundingBox())!;
  return { x: box.x + (x / 1280) * box.width, y: box.y + (y / 800) * box.height };
}

/** The colour of the picture at a point of the driven page; empty while there is no picture. */
export async function pixelAt(page: Page, x: number, y: number): Promise<string> {
  const bits = await page.evaluate<string>(`(() => {
    const canvas = document.querySelector('canvas');
    if (!canvas || canvas.width < 10) return '';
    const context = canvas.getContext('2d');
    const { data } = context.getImageData(${x} / 1280 * canvas.width, ${y} / 800 * canvas.height, 1, 1);
    return [...data.slice(0, 3)].map((value) => (value > 128 ? 1 : 0)).join('');
  })()`);
  return { '100': 'red', '001': 'blue', '010': 'green', '111': 'white' }[bits] ?? bits;
}

export function statusOf(page: Page): Promise<string> {
  return page.evaluate(
    `['.state', '.who'].map((selector) => document.querySelector(selector)?.textContent ?? '').join(' ')`,
  );
}

/** As if it came from the clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('textarea').dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }`);
}
