import { scrapeRequest } from '../contract/requests/scrape.ts';
import { parseWith } from '../lib/validate.ts';
import { SERVICE_OPTIONS } from '../library/service-options.ts';
import { UsageError, type Command } from './command/command.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';
import { safeOutput } from './output/safe-output.ts';
import { openStatusLine } from './output/status-line.ts';
import { openPageAtHand } from './shell/page-at-hand.ts';
import { PageShell, SHELL_HELP } from './shell/page-shell.ts';
import { runShell } from './shell/run-shell.ts';

/** Given as the argument or by the commands of the shell, or meant for a service and its database. */
const LEFT_OUT = new Set<string>(['url', 'formats', ...SERVICE_OPTIONS]);

const flags = flagsOf(scrapeRequest).filter(({ option }) => !LEFT_OUT.has(option));

export const shell: Command = {
  usage: 'URL [options]',
  help: () => `Usage: decant shell URL [options]

Fetches the page once, without a server, and reads commands from the keyboard, or from a file or pipe. Each
works on the page as it was fetched. The Tab key completes commands and selectors of the page.

${SHELL_HELP}
From a pipe the exit code is 1 when a command went wrong.

Options of the API, by their names there:
${describeFlags(flags)}
`,
  async run(context) {
    const { positionals, options } = parseFlags(context.args, flags, {});
    const [url, ...others] = positionals;
    if (url === undefined || others.length > 0)
      throw new UsageError('shell takes one URL: decant shell URL [options]');
    const body = { url, ...options };
    // A wrong call says so before anything is started.
    parseWith(scrapeRequest, body, { subject: 'The command' });
    await using page = await openPageAtHand(context);
    const { host, port, publicUrl } = context.config.http;
    const serviceUrl = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    let tried: PageShell;
    {
      using status = openStatusLine(context.stderr);
      status.show(`waiting for ${url}`);
      tried = await PageShell.open({ page, body, serviceUrl });
    }
    safeOutput(context.stderr).write(tried.greet());
    return await runShell(context, tried);
  },
};
