import { once } from 'node:events';
import type { EndpointReply } from '../contract/endpoint.ts';
import type { browserList } from '../contract/endpoints/browser-list.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { namedService } from './command/service-client.ts';
import { openSessionService } from './sessions/open-session-service.ts';
import { textTable } from './command/text-layout.ts';
import { wholeNumberFlag } from './command/whole-number.ts';

type Listed = EndpointReply<typeof browserList>['sessions'];

export const browser: Command = {
  usage: '[list | open | kill | trace]',
  help: () => `Usage: decant browser [list] [--status active|destroyed] [--json]
       decant browser open [--ttl SECONDS] [--idle SECONDS] [--profile NAME] [--json]
       decant browser kill ID...
       decant browser trace ID

list shows the sessions of the last day, the newest first.

open starts a browser with an empty page and prints where drivers connect to it, and where it can be watched and
steered. Without a service it lives until Ctrl-C. A session ends after 600 seconds (--ttl), or when it was not used for 300
(--idle).

trace prints what was done for the prompts of a session, as JSON.

kill ends sessions and says how long they were and what they cost.

${SERVICE_FLAG_HELP}
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    switch (action) {
      case 'list':
        return list(context, args);
      case 'open':
        return open(context, args);
      case 'kill':
        return kill(context, args);
      case 'trace':
        return trace(context, args);
      default:
        throw new UsageError(
          `There is no "browser ${action}": use browser list, browser open, browser kill or browser trace`,
        );
    }
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    status: { type: 'string' },
    json: { type: 'boolean' },
    service: { type: 'string' },
  });
  if (positionals.length > 0) {
    throw new UsageError(`browser list takes options only, not "${positionals.join(' ')}"`);
  }
  const { status } = values;
  if (status !== undefined && status !== 'active' && status !== 'destroyed') {
    throw new UsageError(`--status takes active or destroyed, not "${status}"`);
  }
  await using service = await openSessionService(context, namedService(values.service, context.config));
  const path = `v2/browser${status === undefined ? '' : `?status=${status}`}`;
  const { sessions } = (await service.client.get(path, context.signal)) as unknown as { sessions: Listed };
  if (values.json) {
    printJson(context, sessions);
    return 0;
  }
  if (sessions.length === 0) {
    context.stdout.write('There are no sessions.\n');
    return 0;
  }
  const rows = sessions.map(({ id, status: state, createdAt, lastActivity }) => [
    id,
    state,
    createdAt,
    lastActivity,
  ]);
  context.stdout.write(textTable([['ID', 'STATUS', 'CREATED', 'LAST USED'], ...rows]));
  return 0;
}

async function open(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ttl: { type: 'string' },
    idle: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'boolean' },
    service: { type: 'string' },
  });
  if (positionals.length > 0) {
    throw new UsageError(`browser open takes options only, not "${positionals.join(' ')}"`);
  }
  const body = {
    ...(values.ttl !== undefined && { ttl: wholeNumberFlag('--ttl', values.ttl, 30) }),
    ...(values.idle !== undefined && { activityTtl: wholeNumberFlag('--idle', values.idle, 10) }),
    ...(values.profile !== undefined && { profile: { name: values.profile } }),
  };
  await using service = await openSessionService(context, namedService(values.service, context.config));
  const session = await service.client.post('v2/browser', body, context.signal);
  if (values.json) printJson(context, session);
  else {
    const { id, cdpUrl, liveViewUrl, interactiveLiveViewUrl, expiresAt } = session as Record<string, string>;
    context.stdout.write(
      `session  ${id}\ndrive    ${cdpUrl}\nwatch    ${liveViewUrl}\nsteer    ${interactiveLiveViewUrl}\nuntil    ${expiresAt}\n`,
    );
  }
  if (service.isHere && !context.signal.aborted) await once(context.signal, 'abort');
  return 0;
}

async function trace(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { service: { type: 'string' } });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError('browser trace takes the id of a session');
  await using service = await openSessionService(context, namedService(values.service, context.config));
  const { prompts } = await service.client.get(`v2/browser/${encodeURIComponent(id)}/trace`, context.signal);
  printJson(context, prompts);
  return 0;
}

async function kill(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { service: { type: 'string' } });
  if (positionals.length === 0) throw new UsageError('browser kill takes the ids of sessions');
  await using service = await openSessionService(context, namedService(values.service, context.config));
  for (const id of positionals) {
    const ended = await service.client.delete(`v2/browser/${encodeURIComponent(id)}`, context.signal);
    const seconds = Math.round(Number(ended['sessionDurationMs']) / 1000);
    context.stdout.write(`${id} ended after ${seconds} s, ${String(ended['creditsBilled'])} credits\n`);
  }
  return 0;
}
