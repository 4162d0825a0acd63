import { z } from 'zod';
import type { EgressAddress } from './egress-address.ts';
import { browserUrl, egressAddress, printableText, wholeNumber } from './setting-schemas.ts';

/** Variables about browsers. */
export const BROWSER_VARIABLES = {
  DECANT_BROWSER_PATH: z
    .string()
    .optional()
    .describe(
      "A chromium-headless-shell to use. Default: the system's, else the bundled one (Linux on x64), which is unpacked on first need.",
    ),
  DECANT_BROWSER_SANDBOX: z
    .enum(['required', 'optional'])
    .default('required')
    .describe(
      "`optional` lets our own browser run without its sandbox where the system does not allow one (no user namespaces, as in many containers). A page that breaks into its renderer can then do what the browser's user can do.",
    ),
  DECANT_BROWSER_PAGES: wholeNumber(1, 64)
    .optional()
    .describe(
      'Pages that browsers show at a time. Default: the number of cores, fewer where memory is short.',
    ),
  DECANT_BROWSER_IDLE_SECONDS: wholeNumber(1, 86_400)
    .default(20)
    .describe(
      'Seconds without a page after which browsers are ended; the next page waits half a second for one.',
    ),
  DECANT_BROWSER_URL: browserUrl
    .optional()
    .describe(
      'Browsers elsewhere, instead of our own: `ws://host:port/browser` of `decant serve --role browser`, or another DevTools endpoint (ws, wss, http or https).',
    ),
  DECANT_BROWSER_TOKEN: printableText
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('What `decant serve --role browser` demands, and what is sent to DECANT_BROWSER_URL.'),
  DECANT_EGRESS_ADDRESS: egressAddress
    .optional()
    .describe(
      'Where a DECANT_BROWSER_URL that is not ours reaches the proxies of this process: `host:from-to`, two ports for each page at a time. Nobody but the browser may reach these ports.',
    ),
  DECANT_BROWSER_NETWORK: z
    .enum(['guarded', 'safe'])
    .default('guarded')
    .describe(
      '`safe` lets a DECANT_BROWSER_URL that is not ours fetch by itself: only for a browser whose network reaches nothing that callers must not see.',
    ),
};

/** The browsers that pages are shown in. */
export interface BrowserConfig {
  readonly path: string | undefined;
  /** PATH, where a browser may lie. */
  readonly searchPath: string | undefined;
  /** Whether the browser must not run without its sandbox. */
  readonly needsSandbox: boolean;
  readonly pages: number | undefined;
  readonly idleMs: number;
  /** Browsers elsewhere; may hold a token. */
  readonly url: URL | undefined;
  readonly token: string | undefined;
  /** The address at which such browsers reach our proxies. */
  readonly egress: EgressAddress | undefined;
  readonly isNetworkSafe: boolean;
}

type BrowserVariables = z.infer<z.ZodObject<typeof BROWSER_VARIABLES>>;

/** Browsers as the variables say; `searchPath` is the PATH. */
export function browserConfigOf(env: BrowserVariables, searchPath: string | undefined): BrowserConfig {
  return Object.freeze({
    path: env.DECANT_BROWSER_PATH,
    searchPath,
    needsSandbox: env.DECANT_BROWSER_SANDBOX === 'required',
    pages: env.DECANT_BROWSER_PAGES,
    idleMs: env.DECANT_BROWSER_IDLE_SECONDS * 1_000,
    url: env.DECANT_BROWSER_URL,
    token: env.DECANT_BROWSER_TOKEN,
    egress: env.DECANT_EGRESS_ADDRESS,
    isNetworkSafe: env.DECANT_BROWSER_NETWORK === 'safe',
  });
}
