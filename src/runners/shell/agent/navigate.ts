import type { Page, Response } from 'playwright-core';
import {
  AgentError,
  ACTED,
  answer,
  needWord,
  takeFlag,
  takeOption,
  type AgentAnswer,
  type CommandBrowser,
} from './agent-browser.ts';

const LOAD_STATES = ['load', 'domcontentloaded', 'networkidle'] as const;
const WAIT_MS = 25_000;

/** `open URL`, with `https://` where it names no scheme. */
export async function open(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const given = needWord(words, 0, 'url');
  const url = /^(?:[a-z][a-z\d+.-]*:\/\/|about:|data:)/i.test(given) ? given : `https://${given}`;
  const page = await agent.page();
  await page.goto(url);
  return whereAt(page);
}

async function whereAt(page: Page): Promise<AgentAnswer> {
  const title = await page.title();
  return answer(`✓ ${title}\n  ${page.url()}`, { url: page.url(), title });
}

export const back = moving((page) => page.goBack());
export const forward = moving((page) => page.goForward());
export const reload = moving((page) => page.reload());

function moving(move: (page: Page) => Promise<Response | null>) {
  return async function moveInHistory(_words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
    const page = await agent.page();
    await move(page);
    return answer(page.url(), { url: page.url() });
  };
}

/** `wait SELECTOR | MS | --text T | --load STATE | --url PATTERN | --fn EXPRESSION`. */
export async function agentWait(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const page = await agent.page();
  const timeout = Number(takeOption(words, '--timeout') ?? WAIT_MS);
  const text = takeOption(words, '--text', '-t');
  const load = takeOption(words, '--load', '-l');
  const url = takeOption(words, '--url', '-u');
  const test = takeOption(words, '--fn', '-f');
  const state = takeOption(words, '--state');
  const isHidden = takeFlag(words, '--hidden') || state === 'hidden';
  if (text !== undefined) await page.getByText(text).first().waitFor({ timeout });
  else if (load !== undefined) await page.waitForLoadState(loadState(load), { timeout });
  else if (url !== undefined) await page.waitForURL(url, { timeout });
  else if (test !== undefined) await page.waitForFunction(test, undefined, { timeout });
  else await waitFor(needWord(words, 0, 'selector or milliseconds'), { page, isHidden, timeout, agent });
  return ACTED;
}

interface Waiting {
  page: Page;
  agent: CommandBrowser;
  isHidden: boolean;
  timeout: number;
}

async function waitFor(word: string, { page, agent, isHidden, timeout }: Waiting): Promise<void> {
  if (/^\d+$/.test(word)) return page.waitForTimeout(Number(word));
  const found = word.startsWith('@') ? await agent.locate(word) : page.locator(word).first();
  await found.waitFor({ state: isHidden ? 'hidden' : 'visible', timeout });
}

function loadState(word: string): (typeof LOAD_STATES)[number] {
  const state = LOAD_STATES.find((known) => known === word);
  if (state === undefined) throw new AgentError(`Unknown load state: ${word}`);
  return state;
}

/** `tab`, `tab new [URL]`, `tab close [N]`, `tab N`. */
export async function tab(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const { driven } = agent;
  const pages = driven.context.pages();
  const [word = 'list', argument] = words;
  if (word === 'list') return listTabs(pages, await agent.page());
  if (word === 'new') {
    const page = await driven.context.newPage();
    driven.choosePage(page);
    if (argument !== undefined) return open([argument], agent);
    return whereAt(page);
  }
  if (word === 'close') {
    await (argument === undefined ? await agent.page() : pageAt(pages, argument)).close();
    return answer('✓ Tab closed', { closed: true });
  }
  const page = pageAt(pages, word);
  driven.choosePage(page);
  await page.bringToFront();
  return whereAt(page);
}

function pageAt(pages: readonly Page[], word: string): Page {
  const [, number] = /^t?(\d+)$/.exec(word) ?? [];
  const page = number === undefined ? undefined : pages[Number(number) - 1];
  if (page === undefined) throw new AgentError(`No tab ${word}; there are ${pages.length}, t1 is the first`);
  return page;
}

async function listTabs(pages: readonly Page[], active: Page): Promise<AgentAnswer> {
  const tabs = await Promise.all(
    pages.map(async (page, at) => ({
      tabId: `t${at + 1}`,
      title: await page.title(),
      url: page.url(),
      active: page === active,
    })),
  );
  const lines = tabs.map(
    ({ tabId, title, url, active: isActive }) => `${isActive ? '→' : ' '} [${tabId}] ${title} - ${url}`,
  );
  return answer(lines.join('\n'), { tabs });
}

/** `scroll [up|down|left|right] [PIXELS] [--selector S]`. */
export async function agentScroll(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const selector = takeOption(words, '--selector', '-s');
  const [direction = 'down', amount = '300'] = words;
  const pixels = Number(amount);
  const [x, y] =
    { up: [0, -pixels], down: [0, pixels], left: [-pixels, 0], right: [pixels, 0] }[direction] ?? [];
  if (x === undefined || y === undefined || !Number.isFinite(pixels))
    throw new AgentError(
      `Unknown direction: ${direction}. Use up, down, left or right, and a number of pixels`,
    );
  const page = await agent.page();
  if (selector === undefined) await page.evaluate(([dx, dy]) => scrollBy(dx!, dy!), [x, y]);
  else
    await (
      await agent.locate(selector)
    ).evaluate((element, [dx, dy]) => (element as Scrolled).scrollBy(dx!, dy!), [x, y]);
  return ACTED;
}

interface Scrolled {
  scrollBy(x: number, y: number): void;
}
declare function scrollBy(x: number, y: number): void;

/** `scrape`: the page as Markdown, as this service reads it. */
export async function scrape(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  if (words[0] !== undefined && !words[0].startsWith('-')) await open(words, agent);
  const markdown = await agent.readMarkdown();
  return answer(markdown.replace(/\n$/, ''), { markdown });
}

/** Says so, and keeps the session: it ends by its own calls. */
export async function close(): Promise<AgentAnswer> {
  return answer('✓ Browser closed', { closed: true });
}

/** `dialog accept|dismiss`: Playwright has answered it by now. */
export async function dialog(): Promise<AgentAnswer> {
  return answer('✓ No dialog is currently open', { hasDialog: false });
}

/** `frame SELECTOR`: references reach into frames. */
export async function frame(words: string[]): Promise<AgentAnswer> {
  if (words[0] === 'main') return ACTED;
  throw new AgentError('There is no current frame in a session: references of snapshot reach into frames');
}
