import type { BrowserPool } from '../../browser/pool/browser-pool.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { healthReady } from '../../contract/endpoints/health-ready.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { convertPage } from '../../scraper/convert/convert-page.ts';
import type { Queryable } from '../../store/database.ts';
import { shareCheck } from './share-check.ts';

const PAGE = Buffer.from(
  '<!doctype html><title>ready</title><main><h1>Ready</h1><p>This page is converted to see whether conversion works.</p></main>',
);

/** Showing it an empty page takes a second when it has to be started, and some more when it has to be unpacked. */
const BROWSER_PATIENCE_MS = 15_000;
/** No key is needed to ask: however many strangers ask at once, it costs ten queries and conversions a second. */
const BASICS_APART_MS = 100;
/** No key is needed to ask: whoever asks again and again must not take a browser's places from those who have one. */
const BROWSER_KEPT_MS = 10_000;

interface HealthParts {
  db: Queryable;
  pool: Pick<BrowserPool, 'lease'>;
}

/** GET /health/ready: a query answered and a built-in page converted; deep, also an empty page shown by a browser. */
export function createHealthReady({ db, pool }: HealthParts) {
  const checkBasics = shareCheck({ keepMs: 0, apartMs: BASICS_APART_MS }, async () => {
    await checkDatabase(db);
    checkConversion();
  });
  const checkBrowsers = shareCheck({ keepMs: BROWSER_KEPT_MS }, () => checkBrowser(pool));
  return async function readHealth({
    isDeep,
  }: {
    isDeep: boolean;
  }): Promise<EndpointReply<typeof healthReady>> {
    await checkBasics();
    if (isDeep) await checkBrowsers();
    return {
      success: true,
      status: 'ready',
      checks: { database: 'ok', conversion: 'ok', ...(isDeep && { browser: 'ok' }) },
    };
  };
}

async function checkDatabase(db: Queryable): Promise<void> {
  try {
    await db.query('select 1');
  } catch (cause) {
    throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The database does not answer', cause });
  }
}

async function checkBrowser(pool: HealthParts['pool']): Promise<void> {
  const signal = AbortSignal.timeout(BROWSER_PATIENCE_MS);
  try {
    const lease = await pool.lease(
      {
        hasWebGl: false,
        teamId: '',
        isBackground: false,
        // It goes nowhere; one elsewhere has no other ways out than its own.
        openEgress: async ({ openEgress }) =>
          openEgress?.({ teamId: undefined, maxBytes: 1 }) ?? {
            proxyServer: 'http://127.0.0.1:1',
            [Symbol.asyncDispose]: async () => undefined,
          },
        async open({ page }) {
          await page.session.send('Runtime.evaluate', { expression: '1 + 1' }, { signal });
          return { isReusable: false, [Symbol.asyncDispose]: async () => undefined };
        },
      },
      signal,
    );
    await lease[Symbol.asyncDispose]();
  } catch (cause) {
    const message = cause instanceof ServiceError ? cause.message : 'The browser does not answer';
    throw new ServiceError('SERVICE_UNAVAILABLE', { message, cause });
  }
}

function checkConversion(): void {
  const { content } = convertPage({
    body: PAGE,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    contentLanguage: undefined,
    url: 'https://example.com/',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
  });
  if (!content.markdown?.startsWith('# Ready')) {
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'The conversion of a built-in page went wrong',
    });
  }
}
