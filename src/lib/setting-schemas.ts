import { z } from 'zod';
import { parseAllowedAddress } from './allowed-address.ts';
import { parseProxyList } from './proxy-list.ts';
import { isServerAddress } from './server-address.ts';

/** Entries between commas, without blanks around them; empty ones do not count. */
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** Turns a reader that throws into a transform; the error's message is the predicate of the variable's name. */
function readBy<From, To>(read: (from: From) => To) {
  return function readOrComplain(text: From, context: z.RefinementCtx): To {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  };
}

/** Proxies as `parseProxyList` reads them. */
export const proxyList = z.string().transform(readBy(parseProxyList));

/** Entries that each fulfil `isRight`; another one is named beside what would be right. */
const listOf = (isRight: (entry: string) => boolean, right: string) =>
  commaList.transform(
    readBy((entries: string[]) => {
      const wrong = entries.find((entry) => !isRight(entry));
      if (wrong === undefined) return entries;
      throw new Error(`must be ${right}, not ${describeText(wrong)}`);
    }),
  );

/** Entries of an allow list, as they were written. */
export const addressList = commaList.transform(
  readBy((entries: string[]) => {
    for (const entry of entries) parseAllowedAddress(entry);
    return entries;
  }),
);

export const serverList = listOf(isServerAddress, 'IP addresses, each alone or with a port');

/** At least one. */
export const languageList = listOf(
  (entry) => /^[a-z]{3}(_[a-z]+)?$/.test(entry),
  'names of languages such as eng or chi_sim',
).refine((entries) => entries.length > 0, 'must name a language such as eng');

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The address of a service. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});

/** Where a browser is to be reached; the message never repeats the text, which may hold a token. */
export const browserUrl = z.string().transform((text, context) => {
  const url = /^(?:wss?|https?):\/\//i.test(text) ? URL.parse(text) : null;
  // A broken escape in user or password could not be read later.
  const isReadable = url !== null && isDecodable(url.username) && isDecodable(url.password);
  if (url && url.hostname !== '' && isReadable) return url;
  context.addIssue({
    code: 'custom',
    message: 'must be a URL that begins with ws://, wss://, http:// or https://',
  });
  return z.NEVER;
});

export const wholeNumber = (min: number, max: number) =>
  z.string().transform((text, context) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    context.addIssue({
      code: 'custom',
      message: `must be a whole number ${range}, not ${describeText(text)}`,
    });
    return z.NEVER;
  });

/** A value in a message. */
function describeText(text: string): string {
  if (/^[\w.+-]{1,40}$/.test(text)) return text;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** One variable as documentation shows it. */
interface DescribedSetting {
  name: string;
  description: string;
  /** The default as text; undefined when there is none. */
  default: string | undefined;
}

/** Every variable with its description and default; `defaults` has those that depend on the machine. */
export function describeSettings(
  variables: Readonly<Record<string, z.ZodType>>,
  defaults: Readonly<Record<string, string>>,
): readonly DescribedSetting[] {
  return Object.entries(variables).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    default: defaults[name] ?? defaultText(schema),
  }));
}

function defaultText(schema: z.ZodType): string | undefined {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success || parsed.data === undefined) return undefined;
  const { data } = parsed;
  if (Array.isArray(data)) return data.length === 0 ? '' : (data as string[]).join(',');
  return typeof data === 'string' || typeof data === 'number' ? String(data) : '';
}
