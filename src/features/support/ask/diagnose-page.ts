import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import type { Diagnosis, SupportCase } from './support-case.ts';

const MAX_TIMEOUT_MS = 300_000;
const DEFAULT_TIMEOUT_MS = 60_000;
/** Less Markdown is an empty page. */
const EMPTY_CHARACTERS = 50;
const WAIT_MS = 3_000;

type Fix = (one: SupportCase) => Omit<Diagnosis, 'confidence'>;

/** Remedies for failures of which more can be said than the table of errors does. */
const FIXES: Partial<Record<string, Fix>> = {
  SCRAPE_TIMEOUT: ({ options, slowest }) => {
    const given = typeof options['timeout'] === 'number' ? options['timeout'] : DEFAULT_TIMEOUT_MS;
    const timeout = Math.min(MAX_TIMEOUT_MS, Math.max(30_000, given * 2));
    const where = slowest === undefined ? '' : ` Most of the time went to the step ${slowest}.`;
    return {
      answer: `The page was not done within its timeout of ${given} ms.${where} Raise timeout to ${timeout} ms.`,
      fixParameters: { timeout },
      canBeTested: true,
    };
  },
  SCRAPE_SSL_ERROR: () => ({
    answer:
      'The TLS certificate of the site could not be verified. Where the page may be read anyway, leave skipTlsVerification on.',
    fixParameters: { skipTlsVerification: true },
    canBeTested: true,
  }),
  SCRAPE_ADDRESS_NOT_ALLOWED: () => ({
    answer:
      'The URL leads to an address that is not public, and such addresses are refused. The operator can open it: name the host or network in DECANT_ALLOW_ADDRESSES and start the service again.',
    fixParameters: null,
    canBeTested: false,
  }),
  SCRAPE_DNS_RESOLUTION_ERROR: () => ({
    answer:
      'The host name of the URL does not resolve. Check how it is spelt; a name that only your own network knows needs DECANT_DNS_SERVERS.',
    fixParameters: null,
    canBeTested: true,
  }),
  SCRAPE_LOCKDOWN_CACHE_MISS: () => ({
    answer:
      'Under lockdown only the cache answers, and it has no copy of this page. Scrape it once without lockdown.',
    fixParameters: { lockdown: false },
    canBeTested: true,
  }),
  SCRAPE_NO_CACHED_DATA: () => ({
    answer:
      'The request has minAge, so that only the cache answers, and it has no copy as old as that. Leave minAge out to fetch the page.',
    fixParameters: { maxAge: 0 },
    canBeTested: true,
  }),
  SCRAPE_PDF_OCR_REQUIRED: () => ({
    answer:
      'The PDF holds pictures of its pages, and the mode fast reads no pictures. Use the mode auto, which recognises text where there is none.',
    fixParameters: { parsers: [{ type: 'pdf', mode: 'auto' }], timeout: MAX_TIMEOUT_MS },
    canBeTested: false,
  }),
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: () => ({
    answer:
      'The PDF could not be read within the timeout. Raise timeout, or read fewer pages with maxPages of the PDF parser.',
    fixParameters: { timeout: MAX_TIMEOUT_MS },
    canBeTested: false,
  }),
  SCRAPE_UNSUPPORTED_FILE_ERROR: () => ({
    answer:
      'The URL leads to a file that cannot have what was asked for, or that holds no text. Ask for markdown alone.',
    fixParameters: { formats: ['markdown'] },
    canBeTested: true,
  }),
  SCRAPE_ACTIONS_NOT_SUPPORTED: () => ({
    answer: 'The URL leads to a file or a plain text, on which no action can be done. Leave actions out.',
    fixParameters: { actions: [] },
    canBeTested: true,
  }),
  SCRAPE_ACTION_ERROR: ({ error }) => ({
    answer: `An action could not be done${error === undefined ? '' : ` (${error})`}. Check its selector on the page as it is shown, and wait for the element before the action: {"type":"wait","selector":...}.`,
    fixParameters: null,
    canBeTested: false,
  }),
  SCRAPE_SITE_ERROR: () => ({
    answer:
      'The site did not answer as a site does: it closed the connection or sent nothing. Where it does so to machines only, the enhanced proxy with the identity of a browser may get through.',
    fixParameters: { proxy: 'enhanced' },
    canBeTested: true,
  }),
  CONCURRENCY_QUEUE_TIMEOUT: ({ options }) => ({
    answer:
      'No slot of the team became free in time: more was sent at once than the team may run. Send fewer at a time, raise timeout, or have the operator raise the concurrency of the team (decant teams set).',
    fixParameters: {
      timeout: Math.min(MAX_TIMEOUT_MS, 2 * Number(options['timeout'] ?? DEFAULT_TIMEOUT_MS)),
    },
    canBeTested: false,
  }),
};

/** Why a scrape failed, or its page is not what was wanted; undefined when nothing strikes. */
export function diagnosePage(one: SupportCase): Diagnosis | undefined {
  if (one.errorCode !== undefined) return diagnoseError(one, one.errorCode);
  return diagnoseStatus(one) ?? diagnoseEmpty(one);
}

function diagnoseError(one: SupportCase, code: string): Diagnosis {
  const fix = FIXES[code];
  if (fix !== undefined) return { confidence: 'medium', ...fix(one) };
  const known = Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : undefined;
  return {
    answer:
      `It failed with ${code}: ${known?.message ?? one.error ?? 'no more is known'}. ${known?.advice ?? ''}`.trim(),
    fixParameters: null,
    confidence: known === undefined ? 'low' : 'medium',
    canBeTested: code === 'SCRAPE_ALL_ENGINES_FAILED',
  };
}

function diagnoseStatus({ statusCode = 200 }: SupportCase): Diagnosis | undefined {
  if (statusCode < 400) return undefined;
  const said = `The site answered with status ${statusCode}, so the document holds its error page.`;
  if (statusCode === 401)
    return {
      answer: `${said} It wants to know who asks: send the headers that it expects, or log in once with actions and a profile.`,
      fixParameters: null,
      confidence: 'medium',
      canBeTested: false,
    };
  if ([403, 429, 503].includes(statusCode))
    return {
      answer: `${said} Such sites turn away machines, or too many requests. Ask through the enhanced proxy, which comes with the identity of a browser; in a crawl also set a delay.`,
      fixParameters: { proxy: 'enhanced', maxAge: 0 },
      confidence: 'medium',
      canBeTested: true,
    };
  return {
    answer: `${said} ${statusCode === 404 || statusCode === 410 ? 'There is no such page: check the URL.' : 'Try again later.'}`,
    fixParameters: null,
    confidence: 'medium',
    canBeTested: statusCode >= 500,
  };
}

function diagnoseEmpty({ characters, options, hasUsedBrowser }: SupportCase): Diagnosis | undefined {
  if (characters === undefined || characters >= EMPTY_CHARACTERS) return undefined;
  const said = `The Markdown has ${characters} characters.`;
  const narrowing = ['includeTags', 'excludeTags'].filter((name) => {
    const value = options[name];
    return Array.isArray(value) && value.length > 0;
  });
  if (narrowing.length > 0)
    return {
      answer: `${said} ${narrowing.join(' and ')} may leave nothing of the page: check the selectors, or leave them out.`,
      fixParameters: Object.fromEntries(narrowing.map((name) => [name, []])),
      confidence: 'medium',
      canBeTested: true,
    };
  if (hasUsedBrowser !== true)
    return {
      answer: `${said} The page was read without a browser and may fill itself with scripts. Give it time in a browser with waitFor, and ask for the whole page with onlyMainContent: false.`,
      fixParameters: { waitFor: WAIT_MS, onlyMainContent: false, maxAge: 0 },
      confidence: 'medium',
      canBeTested: true,
    };
  return {
    answer: `${said} A browser has shown the page, so what is on it may not count as its main content. Ask for the whole page with onlyMainContent: false.`,
    fixParameters: { onlyMainContent: false, maxAge: 0 },
    confidence: 'medium',
    canBeTested: true,
  };
}
