import { createRequire } from 'node:module';
import type { BrowserContext, Cookie } from 'playwright-core';
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

interface Device {
  viewport: { width: number; height: number };
}

type Setting = (words: string[], agent: CommandBrowser) => Promise<unknown>;

const SETTINGS: Readonly<Record<string, Setting>> = {
  async viewport(words, agent) {
    const [width, height] = words.map(Number);
    if (!width || !height) throw new AgentError('set viewport needs a width and a height');
    await (await agent.page()).setViewportSize({ width, height });
  },
  async device(words, agent) {
    const { devices } = createRequire(import.meta.url)('playwright-core') as {
      devices: Record<string, Device>;
    };
    const device = devices[words.join(' ')];
    if (device === undefined) throw new AgentError(`Unknown device: ${words.join(' ')}`);
    await (await agent.page()).setViewportSize(device.viewport);
  },
  async geo(words, { driven }) {
    const [latitude = NaN, longitude = NaN] = words.map(Number);
    await driven.context.grantPermissions(['geolocation']);
    await driven.context.setGeolocation({ latitude, longitude });
  },
  offline: (words, { driven }) => driven.context.setOffline(words[0] !== 'off'),
  headers: (words, { driven }) => driven.context.setExtraHTTPHeaders(objectOf(needWord(words, 0, 'headers'))),
  credentials: (words, { driven }) =>
    driven.context.setHTTPCredentials({
      username: needWord(words, 0, 'username'),
      password: needWord(words, 1, 'password'),
    }),
  async media(words, agent) {
    const colorScheme = (['dark', 'light', 'no-preference'] as const).find((scheme) =>
      words.includes(scheme),
    );
    await (
      await agent.page()
    ).emulateMedia({
      ...(colorScheme !== undefined && { colorScheme }),
      ...(words.includes('reduced-motion') && { reducedMotion: 'reduce' }),
    });
  },
};
const OTHER_WORDS: Readonly<Record<string, string>> = { geolocation: 'geo', auth: 'credentials' };

/** `set viewport|device|geo|offline|headers|credentials|media ...`. */
export async function set([name = '', ...words]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const setting = SETTINGS[OTHER_WORDS[name] ?? name];
  if (setting === undefined) throw new AgentError(`Unknown subcommand: set ${name}`);
  await setting(words, agent);
  return ACTED;
}

function objectOf(json: string): Record<string, string> {
  try {
    return JSON.parse(json) as Record<string, string>;
  } catch {
    throw new AgentError('Headers are a JSON object');
  }
}

/** `cookies`, `cookies set NAME VALUE`, `cookies clear`. */
export async function cookies(
  [verb = 'get', ...words]: string[],
  agent: CommandBrowser,
): Promise<AgentAnswer> {
  const { context } = agent.driven;
  if (verb === 'clear') {
    await context.clearCookies();
    return answer('✓ Cookies cleared', {});
  }
  if (verb === 'set') {
    await setCookie(words, context, (await agent.page()).url());
    return answer('✓ Cookie set', {});
  }
  if (verb !== 'get') throw new AgentError(`Unknown subcommand: cookies ${verb}`);
  const held: Cookie[] = await context.cookies();
  return answer(held.map(({ name, value }) => `${name}=${value}`).join('\n') || 'No cookies', {
    cookies: held,
  });
}

async function setCookie(words: string[], context: BrowserContext, here: string): Promise<void> {
  const url = takeOption(words, '--url') ?? here;
  const domain = takeOption(words, '--domain');
  const path = takeOption(words, '--path') ?? '/';
  const httpOnly = takeFlag(words, '--httpOnly');
  const secure = takeFlag(words, '--secure');
  const name = needWord(words, 0, 'name');
  const value = needWord(words, 1, 'value');
  const place = domain === undefined ? { url } : { domain, path };
  await context.addCookies([
    { name, value, ...place, ...(httpOnly && { httpOnly }), ...(secure && { secure }) },
  ]);
}

declare const localStorage: Record<string, string> & {
  setItem(key: string, value: string): void;
  clear(): void;
};
declare const sessionStorage: typeof localStorage;

/** `storage local|session [get] [KEY]`, `storage local set KEY VALUE`, `storage local clear`. */
export async function storage([kind = '', ...given]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  if (kind !== 'local' && kind !== 'session') throw new AgentError('storage needs local or session');
  const words = given[0] === 'get' ? given.slice(1) : given;
  const entries = await (
    await agent.page()
  ).evaluate(
    ([which, verb, key, value]) => {
      const store = which === 'local' ? localStorage : sessionStorage;
      if (verb === 'clear') store.clear();
      else if (verb === 'set') store.setItem(key ?? '', value ?? '');
      return Object.entries(store) as [string, string][];
    },
    [kind, ...words] as const,
  );
  if (words[0] === 'clear' || words[0] === 'set') return ACTED;
  const [key] = words;
  const shown = key === undefined ? entries : entries.filter(([name]) => name === key);
  const text = shown.map(([name, value]) => `${name}: ${value}`).join('\n') || 'No storage entries';
  return answer(
    text,
    key === undefined ? { data: Object.fromEntries(shown) } : { key, value: shown[0]?.[1] ?? null },
  );
}
