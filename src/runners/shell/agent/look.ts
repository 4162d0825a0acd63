import path from 'node:path';
import type { Locator } from 'playwright-core';
import {
  ACTION_MS,
  AgentError,
  answer,
  needWord,
  takeFlag,
  takeOption,
  type AgentAnswer,
  type CommandBrowser,
} from './agent-browser.ts';

const timeout = ACTION_MS;

/** `get text|html|value|attr|box|styles|count SELECTOR`, `get title|url`. */
export async function get(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const what = needWord(words, 0, 'what to get');
  const page = await agent.page();
  if (what === 'title') {
    const title = await page.title();
    return answer(title, { title });
  }
  if (what === 'url') return answer(page.url(), { url: page.url() });
  const selector = needWord(words, 1, 'selector');
  if (what === 'count') {
    const count = await page.locator(selector).count();
    return answer(`${count}`, { count });
  }
  const read = READERS[what];
  if (read === undefined) throw new AgentError(`Unknown subcommand: get ${what}`);
  return read(await agent.locate(selector), words.slice(2));
}

const READERS: Readonly<Record<string, (element: Locator, words: string[]) => Promise<AgentAnswer>>> = {
  async text(element) {
    const text = await element.innerText({ timeout });
    return answer(text, { text });
  },
  async html(element) {
    const html = await element.innerHTML({ timeout });
    return answer(html, { html });
  },
  async value(element) {
    const value = await element.inputValue({ timeout });
    return answer(value, { value });
  },
  async attr(element, words) {
    const value = await element.getAttribute(needWord(words, 0, 'attribute'), { timeout });
    return answer(value ?? '', { value });
  },
  async box(element) {
    const { x, y, width, height } = (await element.boundingBox({ timeout })) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    return answer(`x:      ${x}\ny:      ${y}\nwidth:  ${width}\nheight: ${height}`, { x, y, width, height });
  },
  async styles(element) {
    const styles = await element.evaluate((node, names) => {
      const computed = getComputedStyle(node);
      return names.map((name): [string, string] => [name, computed.getPropertyValue(name)]);
    }, STYLES);
    return answer(styles.map(([name, value]) => `${name}: ${value}`).join('\n'), {
      styles: Object.fromEntries(styles),
    });
  },
};

const STYLES =
  'font-family font-size font-weight color background-color border border-radius padding margin display'.split(
    ' ',
  );
declare function getComputedStyle(node: unknown): { getPropertyValue(name: string): string };

/** `is visible|enabled|checked SELECTOR`. */
export async function is(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const state = needWord(words, 0, 'state');
  const selector = needWord(words, 1, 'selector');
  if (state === 'visible') {
    const visible = await (selector.startsWith('@')
      ? (await agent.locate(selector)).isVisible()
      : (await agent.page()).locator(selector).first().isVisible());
    return answer(`${visible}`, { visible });
  }
  const element = await agent.locate(selector);
  if (state === 'enabled') {
    const enabled = await element.isEnabled({ timeout });
    return answer(`${enabled}`, { enabled });
  }
  if (state !== 'checked') throw new AgentError(`Unknown subcommand: is ${state}`);
  const checked = await element.isChecked({ timeout });
  return answer(`${checked}`, { checked });
}

/** `screenshot [SELECTOR] [PATH] [--full]`. */
export async function agentScreenshot(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const fullPage = takeFlag(words, '--full', '-f');
  takeFlag(words, '--annotate');
  const format = takeOption(words, '--screenshot-format') === 'jpeg' ? 'jpeg' : 'png';
  const file =
    words.find((word) => /\.(?:png|jpe?g|webp)$/i.test(word)) ??
    (words.length > 1 ? words.at(-1) : undefined);
  const selector = words.find((word) => word !== file);
  const type = file !== undefined && /\.jpe?g$/i.test(file) ? 'jpeg' : format;
  const page = await agent.page();
  const bytes = await (selector === undefined
    ? page.screenshot({ fullPage, type })
    : (await agent.locate(selector)).screenshot({ type, timeout }));
  const saved = agent.files.resolve(file ?? `/tmp/screenshot-${Date.now()}.${type}`);
  await agent.files.write(saved, bytes);
  return answer(`✓ Screenshot saved to ${saved}`, { path: saved });
}

/** `pdf PATH`. */
export async function agentPdf(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const saved = agent.files.resolve(needWord(words, 0, 'path'));
  await agent.files.write(saved, await (await agent.page()).pdf());
  return answer(`✓ PDF saved to ${path.normalize(saved)}`, { path: saved });
}

/** `eval SCRIPT`, `eval -b BASE64`, `eval --stdin`. */
export async function evalScript(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const encoded = takeOption(words, '-b', '--base64');
  const isPiped = takeFlag(words, '--stdin');
  const script = isPiped
    ? agent.stdin
    : encoded === undefined
      ? needWord([words.join(' ')].filter(Boolean), 0, 'script')
      : Buffer.from(encoded, 'base64').toString();
  const result: unknown = await (await agent.page()).evaluate(script);
  return answer(JSON.stringify(result ?? null, undefined, 2), { result: result ?? null });
}
