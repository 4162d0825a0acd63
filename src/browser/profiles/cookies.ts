import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { LivePage } from '../page/live-page.ts';

type Tab = Pick<LivePage, 'connection' | 'contextId'>;

/** All cookies of the tab's context, those that end with the session too. */
export async function readCookies(
  { connection, contextId }: Tab,
  call: CallOptions,
): Promise<Protocol.Network.CookieParam[]> {
  const { cookies } = await connection.browser.send('Storage.getCookies', contextOf(contextId), call);
  // Those of a page without an address can belong to no later one.
  return cookies.filter(({ partitionKeyOpaque }) => partitionKeyOpaque !== true).map(toParameter);
}

/** Returns how many the browser did not take: they have expired, or break a rule by now. */
export async function writeCookies(
  { connection, contextId }: Tab,
  cookies: Protocol.Network.CookieParam[],
  call: CallOptions,
): Promise<number> {
  const write = (some: Protocol.Network.CookieParam[]): Promise<unknown> =>
    connection.browser.send('Storage.setCookies', { cookies: some, ...contextOf(contextId) }, call);
  if (cookies.length === 0) return 0;
  try {
    await write(cookies);
    return 0;
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  // One that is refused takes all others with it.
  const answers = await Promise.all(
    cookies.map((cookie) =>
      write([cookie]).then(
        () => 0,
        (error: unknown) => {
          if (!isRefused(error)) throw error;
          return 1;
        },
      ),
    ),
  );
  return answers.reduce<number>((sum, each) => sum + each, 0);
}

/** The default context is meant where none is named. */
function contextOf(browserContextId: string | undefined): { browserContextId?: string } {
  return browserContextId === undefined ? {} : { browserContextId };
}

function isRefused(error: unknown): boolean {
  return error instanceof CdpError && error.failure === 'refused';
}

function toParameter(cookie: Protocol.Network.Cookie): Protocol.Network.CookieParam {
  const { name, value, domain, path, secure, httpOnly, sameSite, priority, sourceScheme, sourcePort } =
    cookie;
  const { session, expires, partitionKey } = cookie;
  return {
    name,
    value,
    // Without a leading dot it is for this host alone.
    domain,
    path,
    secure,
    httpOnly,
    priority,
    sourceScheme,
    sourcePort,
    ...(sameSite && { sameSite }),
    ...(!session && { expires }),
    ...(partitionKey && { partitionKey }),
  };
}
