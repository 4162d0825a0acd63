import type { App } from '../../app.ts';
import { createLocalCalls } from '../../doors/http/mcp/local-calls.ts';
import type { ApiCalls } from '../../doors/http/mcp/api-calls.ts';
import { createRoutes } from '../../doors/http/routes.ts';
import type { CommandContext } from '../command/command.ts';

/** Links to files of documents lead nowhere without a service. */
const NO_SERVICE = 'http://127.0.0.1';

export interface CallsHere extends AsyncDisposable {
  calls: ApiCalls;
}

/** The API without a service: opened with the first call, as the default team, and at work on the crawls that it starts. */
export function openCallsHere(
  context: CommandContext,
  readFile: NonNullable<ApiCalls['readFile']>,
): CallsHere {
  const resources = new AsyncDisposableStack();
  let opening: Promise<{ app: App; local: ApiCalls }> | undefined;

  async function open(): Promise<{ app: App; local: ApiCalls }> {
    const { openApp } = await import('../../app.ts');
    const app = resources.use(
      await openApp({ ...context, ownPorts: () => [], canJoin: true, isWorker: false }),
    );
    const local = createLocalCalls({
      app,
      routes: createRoutes(app),
      caller: app.operator,
      baseUrl: NO_SERVICE,
    });
    return { app, local };
  }

  function opened(): Promise<{ app: App; local: ApiCalls }> {
    opening ??= open().catch((error: unknown) => {
      // Another call may have more luck with the database.
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    calls: {
      readFile,
      async call(name, request, signal) {
        const { app, local } = await opened();
        const answer = await local.call(name, request, signal);
        if (name === 'crawl' && (await app.findWorker()) === undefined)
          resources.use(await app.workOn(String(answer['id'])));
        return answer;
      },
      readPicture: async (address, signal) => (await opened()).local.readPicture(address, signal),
      parse: async (file, signal) => (await opened()).local.parse(file, signal),
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
