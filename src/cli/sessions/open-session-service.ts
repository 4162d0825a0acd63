import type { Log } from '../../lib/log/log.ts';
import type { CommandContext } from '../command/command.ts';
import { openServiceClient, type ServiceClient } from '../command/service-client.ts';

/** A service that is asked for sessions. */
export interface SessionService extends AsyncDisposable {
  client: ServiceClient;
  /** It is this process, and its sessions end with it. */
  isHere: boolean;
}

/** The named service, or one of this process on a free port of this machine, which nobody else is told of. */
export async function openSessionService(
  context: CommandContext,
  named: URL | undefined,
): Promise<SessionService> {
  if (named !== undefined) {
    const client = openServiceClient(named, context);
    return { client, isHere: false, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
  }
  const { http, auth } = context.config;
  const config = {
    ...context.config,
    http: { ...http, host: '127.0.0.1', port: 0, publicUrl: undefined },
    auth: { ...auth, isRequired: false },
  };
  // Help and wrong calls do without them.
  const [{ openApp }, { openHttpServer }] = await Promise.all([
    import('../../app.ts'),
    import('../../doors/http/server.ts'),
  ]);
  await using opening = new AsyncDisposableStack();
  const ports = new Set<number>();
  const ownPorts = (): Iterable<number> => ports;
  // Its requests are those of the one who types: nobody needs a line for each.
  const log: Log = { ...context.log, info: (message, fields) => context.log.debug(message, fields) };
  const options = { ...context, config, log, ownPorts, canJoin: true, isWorker: false };
  const app = opening.use(await openApp(options));
  const server = opening.use(await openHttpServer(app, config, () => undefined));
  ports.add(server.port);
  const client = opening.use(openServiceClient(new URL(server.url), { config }));
  const open = opening.move();
  return { client, isHere: true, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
