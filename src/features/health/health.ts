import type { EndpointReply } from '../../contract/endpoint.ts';
import type { healthReady } from '../../contract/endpoints/health-ready.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { convertPage } from '../../scraper/convert-page.ts';
import type { Queryable } from '../../store/database.ts';

const PAGE = Buffer.from(
  '<!doctype html><title>ready</title><main><h1>Ready</h1><p>This page is converted to see whether conversion works.</p></main>',
);

/** GET /health/ready: a query answered and a built-in page converted. */
export function createHealthReady({ db }: { db: Queryable }) {
  return async ({ isDeep }: { isDeep: boolean }): Promise<EndpointReply<typeof healthReady>> => {
    if (isDeep) {
      throw new ServiceError('FEATURE_NOT_AVAILABLE', {
        message: 'deep: this version has no browser that could be started',
        details: { option: 'deep' },
      });
    }
    await checkDatabase(db);
    checkConversion();
    return { success: true, status: 'ready', checks: { database: 'ok', conversion: 'ok' } };
  };
}

async function checkDatabase(db: Queryable): Promise<void> {
  try {
    await db.query('select 1');
  } catch (cause) {
    throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The database does not answer', cause });
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
