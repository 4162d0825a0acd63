import { z } from 'zod';
import { parseAllowedAddress } from './allowed-address.ts';
import { parseEgressAddress } from './egress-address.ts';
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

/** Keys and tokens. */
export const printableText = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');

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

/** At least one of the names, each once. */
export const nameList = <const Name extends string>(names: readonly Name[]) =>
  commaList.transform(
    readBy((entries: string[]): Name[] => {
      const known = new Set(
        entries.map((entry) => {
          const name = names.find((each) => each === entry);
          if (name === undefined)
            throw new Error(`must be names of ${names.join(', ')}, not ${describeText(entry)}`);
          return name;
        }),
      );
      if (known.size === 0) throw new Error(`must name one of ${names.join(', ')}`);
      return [...known];
    }),
  );

/** Where browsers elsewhere reach our proxies. */
export const egressAddress = z.string().transform((text, context) => {
  const address = parseEgressAddress(text);
  if (address) return address;
  context.addIssue({ code: 'custom', message: 'must be host:port or host:from-to' });
  return z.NEVER;
});

/** The message never repeats the text, which may hold a key. */
function readEndpoint(text: string): URL {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new Error('must be a URL of http:// or https:// without user, query and fragment');
  return url;
}

/** The address of a service that the operator names. */
export const endpointUrl = z.string().transform(readBy(readEndpoint));

/** The address of a model's endpoint. */
export const modelUrl = z.string().transform(
  readBy((text: string) => {
    const url = readEndpoint(text);
    if (/\/chat\/completions\/*$/.test(url.pathname)) throw new Error('must end before /chat/completions');
    return url;
  }),
);

/** Headers that a request has of itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'transfer-encoding',
  'upgrade',
]);

/** Headers by their names in lower case; the message never repeats a value, which may be a key. */
export const headerList = commaList.transform(
  readBy((entries: string[]) => {
    const headers = entries.map((entry): [string, string] => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\x20-\x7e]+)$/.exec(entry) ?? [];
      if (name === undefined || value === undefined)
        throw new Error('must be headers such as `x-team: blue, x-cost: low`');
      if (OWN_HEADERS.has(name.toLowerCase())) throw new Error(`cannot set the header ${name.toLowerCase()}`);
      return [name.toLowerCase(), value];
    });
    return Object.fromEntries(headers);
  }),
);

/** Members of a request to a model that are ours. */
const OWN_MEMBERS: readonly string[] = [
  'model',
  'messages',
  'stream',
  'response_format',
  'tools',
  'tool_choice',
];

/** Members of a JSON object; the message never repeats them. */
export const jsonMembers = z.string().transform(
  readBy((text: string) => {
    const members = parseObject(text);
    if (members === undefined) throw new Error('must be a JSON object such as {"reasoning_effort":"low"}');
    const own = OWN_MEMBERS.find((name) => Object.hasOwn(members, name));
    if (own !== undefined) throw new Error(`cannot have the member ${own}: Decant sets it`);
    return members;
  }),
);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

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
