import { openApp } from '../app.ts';
import { firstKeyFile } from '../accounts/first-key.ts';
import { openHttpServer } from '../doors/http/server.ts';
import { createIdleRelease } from '../lib/idle-release.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { VERSION } from '../config.ts';

export const serve: Command = {
  summary: 'Start the service.',
  usage: '',
  help: () => 'Usage: decant serve\n\nStarts the service. decant --help lists the variables that it reads.\n',
  async run({ args, config, log, stdout, signal }) {
    if (args.length > 0)
      throw new UsageError(`serve takes no arguments; settings are variables. decant --help lists them.`);
    const startedAt = performance.now();
    await using stack = new AsyncDisposableStack();
    const ports = new Set<number>(config.http.port > 0 ? [config.http.port] : []);
    const idleRelease = stack.use(createIdleRelease());
    const app = stack.use(await openApp({ config, log, ownPorts: () => ports }));
    if (signal.aborted) return 0;
    const server = stack.use(await openHttpServer(app, config, () => idleRelease.noteWork()));
    ports.add(server.port);
    idleRelease.noteStarted();
    log.info('ready', {
      url: server.url,
      startedInMs: Math.round(performance.now() - startedAt),
      version: VERSION,
    });
    stdout.write(greeting({ config }, server.url, app.firstKey));
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    log.info('stopping', { reason: (signal.reason as Error).message });
    return 0;
  },
};

/** What a new user needs: where it is, the key, and one line to paste. */
function greeting({ config }: Pick<CommandContext, 'config'>, url: string, key: string | undefined): string {
  const publicUrl = config.http.publicUrl ?? url;
  const header = config.auth.isRequired ? ` -H 'Authorization: Bearer ${key ?? '<API_KEY>'}'` : '';
  const keyLine = !config.auth.isRequired
    ? 'none needed (DECANT_AUTH=off)'
    : key === undefined
      ? 'made elsewhere; "decant keys create" makes another'
      : `${key}   (kept in ${firstKeyFile(config.dataDir)})`;
  return `
Decant ${VERSION} is ready.

  Address    ${publicUrl}
  API key    ${keyLine}
  Reference  ${publicUrl}/reference

Try it:

  curl -s ${publicUrl}/v2/scrape${header} -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'

`;
}
