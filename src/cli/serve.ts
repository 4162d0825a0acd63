import { once } from 'node:events';
import { hashApiKey } from '../accounts/api-keys.ts';
import { firstKeyFile } from '../accounts/first-key.ts';
import type { App } from '../app.ts';
import { createIdleRelease } from '../lib/sharing/idle-release.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { serveBrowsers } from './serve-browsers.ts';
import { shellWord } from './command/shell-word.ts';
import { VERSION } from '../config.ts';

const ROLES = ['all', 'api', 'worker', 'browser'] as const;
type Role = (typeof ROLES)[number];

const HELP = `Usage: decant serve [--role all|api|worker|browser]

Starts the service. decant help variables lists what it reads.

  --role all      one process does everything (default)
  --role api      answers requests; crawls and batch scrapes are worked on by others
  --role worker   works on crawls and batch scrapes, and answers no requests
  --role browser  lends browsers to the others (DECANT_BROWSER_URL there), behind DECANT_BROWSER_TOKEN

Any number of processes may share one DATABASE_URL, in any roles; api and worker need it. Give each the same
DECANT_SECRET.
`;

export const serve: Command = {
  usage: '[--role all|api|worker|browser]',
  help: () => HELP,
  async run(context) {
    const { args, config, log, stdout, signal } = context;
    const role = readRole(args);
    if (role === 'browser') {
      await serveBrowsers(context);
      return 0;
    }
    if (role !== 'all' && config.database.url === undefined) {
      throw new UsageError(
        `--role ${role} needs a database that other processes share: set DATABASE_URL to a PostgreSQL server, or start without --role.`,
      );
    }
    // A debugger would listen on a port that nobody guards: anybody with our user id could ask for it.
    process.on('SIGUSR1', () => undefined);
    const { openApp } = await import('../app.ts');
    const startedAt = performance.now();
    await using stack = new AsyncDisposableStack();
    const ports = new Set<number>(config.http.port > 0 ? [config.http.port] : []);
    const idleRelease = stack.use(createIdleRelease());
    if (role !== 'all' && config.blobs.location === undefined) {
      log.warn(
        'screenshots and other files of pages lie in the data folder of the process that made them: set DECANT_BLOB_STORE to a folder or bucket that all share',
      );
    }
    const app = stack.use(
      await openApp({ config, log, ownPorts: () => ports, isWorker: role !== 'api', role, signal }),
    );
    if (signal.aborted) return 0;
    const facts = { role, version: VERSION, startedInMs: Math.round(performance.now() - startedAt) };
    if (role === 'worker') {
      log.info('ready', facts);
      stdout.write(`\nDecant ${VERSION} is ready: a worker for crawls and batch scrapes.\n\n`);
    } else {
      const { openHttpServer } = await import('../doors/http/server.ts');
      const server = stack.use(await openHttpServer(app, config, () => idleRelease.noteWork()));
      ports.add(server.port);
      log.info('ready', { url: server.url, ...facts });
      stdout.write(greeting(context, server.url, app.firstKey, signInCode(app, context)));
    }
    idleRelease.noteStarted();
    if (!signal.aborted) await once(signal, 'abort');
    log.info('stopping', { reason: (signal.reason as Error).message });
    return 0;
  },
};

function readRole(args: readonly string[]): Role {
  const [flag, value] = args.length === 1 ? (args[0] ?? '').split('=', 2) : args;
  if (flag === undefined) return 'all';
  const role = ROLES.find((each) => each === value);
  if (flag !== '--role' || role === undefined || args.length > 2) {
    throw new UsageError(`serve takes --role ${ROLES.join(', ')} and nothing else, not "${args.join(' ')}"`);
  }
  return role;
}

/** A code for the dashboard, for people only: a log would keep it. */
function signInCode(
  { firstKey, signIns }: Pick<App, 'firstKey' | 'signIns'>,
  { config, stdout }: Pick<CommandContext, 'config' | 'stdout'>,
): string | undefined {
  const isOfUse = config.auth.isRequired && stdout.isTTY === true && firstKey !== undefined;
  return isOfUse ? signIns.issueCode(hashApiKey(firstKey).toString('hex')) : undefined;
}

/** Greets a new user with the address, the key, and one line to paste. Only people see the key, no log keeps it. */
function greeting(
  { config, stdout }: Pick<CommandContext, 'config' | 'stdout'>,
  url: string,
  key: string | undefined,
  code: string | undefined,
): string {
  const publicUrl = config.http.publicUrl ?? url;
  const file = firstKeyFile(config.dataDir);
  const isSeen = stdout.isTTY === true;
  const token = key === undefined ? '<API_KEY>' : isSeen ? key : `$(cat ${shellWord(file)})`;
  const header = config.auth.isRequired ? ` -H "Authorization: Bearer ${token}"` : '';
  const keyLine = !config.auth.isRequired
    ? 'none needed (DECANT_AUTH=off)'
    : key === undefined
      ? `made elsewhere; "${commandName()} keys create" makes another`
      : isSeen
        ? `${key}   (kept in ${file})`
        : `kept in ${file}; "${commandName()} keys" shows it`;
  return `
Decant ${VERSION} is ready.

  Address    ${publicUrl}
  API key    ${keyLine}
  Dashboard  ${publicUrl}/${code === undefined ? '' : `#code=${code}   (signs in once, within 10 minutes)`}
  Reference  ${publicUrl}/reference

Try it:

  curl -s ${publicUrl}/v2/scrape${header} -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'

`;
}
