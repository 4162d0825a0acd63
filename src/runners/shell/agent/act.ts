import type { Locator } from 'playwright-core';
import path from 'node:path';
import {
  ACTION_MS,
  AgentError,
  ACTED,
  needWord,
  takeFlag,
  takeOption,
  type AgentAnswer,
  type CommandBrowser,
} from './agent-browser.ts';

const timeout = ACTION_MS;
const POPUP_MS = 3_000;

type Act = (element: Locator, words: string[], agent: CommandBrowser) => Promise<unknown>;

/** Acts that take an element and what follows it. */
export const ELEMENT_ACTS: Readonly<Record<string, Act>> = {
  click: clickElement,
  dblclick: (element) => element.dblclick({ timeout }),
  fill: (element, words) => element.fill(words.join(' '), { timeout }),
  type: typeText,
  hover: (element) => element.hover({ timeout }),
  focus: (element) => element.focus({ timeout }),
  tap: (element) => element.tap({ timeout }),
  check: (element) => element.check({ timeout }),
  uncheck: (element) => element.uncheck({ timeout }),
  select: (element, words) => element.selectOption(words, { timeout }),
  scrollintoview: (element) => element.scrollIntoViewIfNeeded({ timeout }),
  highlight: (element) => element.highlight(),
  upload: uploadFiles,
  drag: dragElement,
};

/** The command of an act: its first word says which element. */
export function actOn(name: string) {
  return async function act(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
    const element = await agent.locate(needWord(words, 0, 'selector'));
    await ELEMENT_ACTS[name]!(element, words.slice(1), agent);
    return ACTED;
  };
}

async function clickElement(element: Locator, words: string[], { driven }: CommandBrowser): Promise<void> {
  if (!takeFlag(words, '--new-tab')) return clickAndFollow(element);
  const href = await element.evaluate((node) => (node as { href?: string }).href);
  if (href === undefined)
    throw new AgentError('The element is no link: there is nothing to open in a new tab');
  const page = await driven.context.newPage();
  driven.choosePage(page);
  await page.goto(href);
}

/** The tab that a link opens is there for the next command. */
async function clickAndFollow(element: Locator): Promise<void> {
  const opensTab = await element.evaluate((node) => {
    const target = (node as unknown as Linked).closest('a[target], form[target]')?.target ?? '';
    return target !== '' && !/^_(?:self|top|parent)$/.test(target);
  });
  const opened = opensTab
    ? element
        .page()
        .waitForEvent('popup', { timeout: POPUP_MS })
        .catch(() => undefined)
    : undefined;
  await element.click({ timeout });
  await opened;
}

interface Linked {
  closest(selector: string): { target: string } | null;
}

/** Behind what the field holds. */
async function typeText(element: Locator, words: string[]): Promise<void> {
  await element.focus({ timeout });
  await element.press('Control+End', { timeout });
  await element.pressSequentially(words.join(' '), { timeout });
}

async function uploadFiles(element: Locator, words: string[], { files }: CommandBrowser): Promise<void> {
  const contents = await Promise.all(
    words.map(async (word) => ({
      name: path.basename(word),
      mimeType: 'application/octet-stream',
      buffer: await files.read(word),
    })),
  );
  await element.setInputFiles(contents, { timeout });
}

async function dragElement(element: Locator, words: string[], agent: CommandBrowser): Promise<void> {
  await element.dragTo(await agent.locate(needWord(words, 0, 'target')), { timeout });
}

/** `press KEY`. */
export async function agentPress(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  await (await agent.page()).keyboard.press(needWord(words, 0, 'key'));
  return ACTED;
}

/** `keydown KEY`, `keyup KEY`. */
export function holdKey(direction: 'down' | 'up') {
  return async function hold(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
    await (await agent.page()).keyboard[direction](needWord(words, 0, 'key'));
    return ACTED;
  };
}

/** `keyboard type TEXT`, `keyboard inserttext TEXT`. */
export async function keyboard([verb, ...words]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const page = await agent.page();
  if (verb === 'type') await page.keyboard.type(words.join(' '));
  else if (verb === 'inserttext') await page.keyboard.insertText(words.join(' '));
  else if (verb === 'press') await page.keyboard.press(needWord(words, 0, 'key'));
  else throw new AgentError('keyboard needs type, inserttext or press');
  return ACTED;
}

/** `mouse move X Y`, `mouse down|up [BUTTON]`, `mouse wheel DY [DX]`. */
export async function mouse([verb, ...words]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const { mouse: device } = await agent.page();
  const [first = 0, second = 0] = words.map(Number);
  const button = (['right', 'middle'] as const).find((known) => known === words[0]) ?? 'left';
  if (verb === 'move') await device.move(first, second);
  else if (verb === 'down') await device.down({ button });
  else if (verb === 'up') await device.up({ button });
  else if (verb === 'wheel') await device.wheel(second, first);
  else throw new AgentError('mouse needs move, down, up or wheel');
  return ACTED;
}

/** `find role|text|label|placeholder|alt|title|testid VALUE ACTION`, `find first|last SELECTOR`, `find nth N SELECTOR`. */
export async function find(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const name = takeOption(words, '--name');
  const exact = takeFlag(words, '--exact');
  const page = await agent.page();
  const kind = needWord(words, 0, 'locator');
  const value = needWord(words, 1, 'value');
  const rest = words.slice(kind === 'nth' ? 3 : 2);
  const element = locateBy(kind, { page, value, exact, name, selector: words[2] });
  const [verb = 'click', ...given] = rest;
  if (verb === 'text') {
    const text = await element.innerText({ timeout });
    return { text, data: { text } };
  }
  const act = ELEMENT_ACTS[verb];
  if (act === undefined) throw new AgentError(`Unknown action: ${verb}`);
  await act(element, given, agent);
  return ACTED;
}

interface Wanted {
  page: Awaited<ReturnType<CommandBrowser['page']>>;
  value: string;
  exact: boolean;
  name: string | undefined;
  selector: string | undefined;
}

function locateBy(kind: string, { page, value, exact, name, selector }: Wanted): Locator {
  switch (kind) {
    case 'role':
      return page
        .getByRole(value as Parameters<typeof page.getByRole>[0], {
          exact,
          ...(name !== undefined && { name }),
        })
        .first();
    case 'text':
      return page.getByText(value, { exact }).first();
    case 'label':
      return page.getByLabel(value, { exact }).first();
    case 'placeholder':
      return page.getByPlaceholder(value, { exact }).first();
    case 'alt':
      return page.getByAltText(value, { exact }).first();
    case 'title':
      return page.getByTitle(value, { exact }).first();
    case 'testid':
      return page.getByTestId(value).first();
    case 'first':
      return page.locator(value).first();
    case 'last':
      return page.locator(value).last();
    case 'nth':
      return page.locator(selector ?? '').nth(Number(value));
    default:
      throw new AgentError(`Unknown locator: ${kind}`);
  }
}
