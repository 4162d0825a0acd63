import { DEFAULT_TEAM, findTeam } from '../accounts/teams.ts';
import { createWebhookSecrets, type WebhookSecrets } from '../accounts/webhook-secrets.ts';
import {
  DELIVERY_STATES,
  listDeliveries,
  type DeliveryInfo,
  type DeliveryState,
} from '../features/webhooks/list-deliveries.ts';
import { redeliver, type RedeliverySelection } from '../features/webhooks/redeliver.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Queryable } from '../store/database.ts';
import { checkSecret, readSecret } from '../store/secret.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { openAccounts } from './command/open-accounts.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { textTable } from './command/text-layout.ts';

const DEFAULT_LIMIT = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const webhooks: Command = {
  usage: '[list | redeliver | secret]',
  help: () => `Usage: decant webhooks [list] [--team NAME] [--state STATE] [--limit N] [--json]
       decant webhooks redeliver ID...
       decant webhooks redeliver --job ID
       decant webhooks redeliver --failed [--team NAME]
       decant webhooks secret [--team NAME] [--generate | --set VALUE | --clear]

list shows the newest deliveries, ${DEFAULT_LIMIT} without --limit. STATE is waiting (for its time, or to be tried again), delivered
or failed (given up after four attempts). A delivery is kept as long as its job.

redeliver makes deliveries due at once, also those that had arrived: receivers know them by their webhookId.

secret says whether a team's deliveries are signed; --generate makes a new secret and prints it, once. Without --team it
is the team "${DEFAULT_TEAM}". A running service signs with the new secret from the next call on.
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    switch (action) {
      case 'list':
        return list(context, args);
      case 'redeliver':
        return again(context, args);
      case 'secret':
        return secret(context, args);
      default:
        throw new UsageError(
          `There is no "webhooks ${action}": use webhooks list, webhooks redeliver or webhooks secret`,
        );
    }
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    team: { type: 'string' },
    state: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw new UsageError(`webhooks list takes options only, not "${positionals.join(' ')}"`);
  const state = readState(values.state);
  const limit = readLimit(values.limit);
  await using db = await openAccounts(context);
  const team = values.team === undefined ? undefined : await requireTeam(db, values.team);
  const deliveries = await listDeliveries(db, { teamId: team?.id, state, limit });
  if (values.json) return printJson(context, deliveries);
  context.stdout.write(textTable([HEADINGS, ...deliveries.map(rowOf)]));
  return 0;
}

const HEADINGS = ['ID', 'TEAM', 'JOB', 'EVENT', 'CREATED', 'STATE', 'ATTEMPTS', 'LAST ANSWER'];

function rowOf(delivery: DeliveryInfo): string[] {
  const { id, team, jobId, event, createdAt, state, attempts, nextAt, lastStatus, lastError } = delivery;
  const isRetried = nextAt !== null && attempts > 0;
  return [
    id,
    team,
    jobId,
    event,
    toSeconds(createdAt),
    isRetried ? `${state} until ${toSeconds(nextAt)}` : state,
    String(attempts),
    lastError ?? (lastStatus === null ? '-' : String(lastStatus)),
  ];
}

function toSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

async function again(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    job: { type: 'string' },
    failed: { type: 'boolean' },
    team: { type: 'string' },
  });
  const isFailed = values.failed ?? false;
  const job = values.job;
  const ways = [positionals.length > 0, job !== undefined, isFailed].filter(Boolean).length;
  if (ways !== 1) throw new UsageError('webhooks redeliver takes ids, --job ID or --failed');
  if (values.team !== undefined && !isFailed) throw new UsageError('--team goes with --failed only');
  for (const id of job === undefined ? positionals : [job])
    if (!UUID.test(id)) throw new UsageError(`"${id}" is not an id; decant webhooks list shows them`);
  await using db = await openAccounts(context);
  const count = await redeliver(db, await selectionOf(db, { ids: positionals, job, team: values.team }));
  context.stdout.write(`${count} ${count === 1 ? 'delivery' : 'deliveries'} due now\n`);
  return 0;
}

async function selectionOf(
  db: Queryable,
  { ids, job, team }: { ids: string[]; job: string | undefined; team: string | undefined },
): Promise<RedeliverySelection> {
  if (job !== undefined) return { jobId: job };
  if (ids.length > 0) return { ids };
  return { teamId: team === undefined ? undefined : (await requireTeam(db, team)).id };
}

async function secret(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    team: { type: 'string' },
    set: { type: 'string' },
    generate: { type: 'boolean' },
    clear: { type: 'boolean' },
  });
  const ways = (['set', 'generate', 'clear'] as const).filter((name) => values[name] !== undefined);
  if (positionals.length > 0 || ways.length > 1)
    throw new UsageError('webhooks secret takes --team, and one of --generate, --set VALUE and --clear');
  const { config } = context;
  await using db = await openAccounts(context);
  const team = await requireTeam(db, values.team ?? DEFAULT_TEAM);
  const installationSecret = await readSecret(config.dataDir, config.secret);
  await checkSecret(db, installationSecret);
  const secrets = createWebhookSecrets(db, installationSecret);
  return await changeSecret(context, secrets, { team, value: values.set, way: ways[0] });
}

async function changeSecret(
  { stdout, stderr }: CommandContext,
  secrets: WebhookSecrets,
  {
    team,
    value = '',
    way,
  }: { team: TeamName; value: string | undefined; way: 'set' | 'generate' | 'clear' | undefined },
): Promise<number> {
  const say = (text: string): unknown => stdout.write(`${team.name}: ${text}\n`);
  switch (way) {
    case 'generate':
      stdout.write(`${await secrets.generate(team.id)}\n`);
      stderr.write('Keep this secret: it is not shown again.\n');
      return 0;
    case 'set':
      await secrets.set(team.id, value);
      say('deliveries are signed with this secret');
      return 0;
    case 'clear':
      await secrets.clear(team.id);
      say('deliveries are not signed any more');
      return 0;
    default:
      say(
        (await secrets.read(team.id)) === undefined ? 'deliveries are not signed' : 'deliveries are signed',
      );
      return 0;
  }
}

interface TeamName {
  id: string;
  name: string;
}

async function requireTeam(db: Queryable, name: string): Promise<TeamName> {
  const team = await findTeam(db, name);
  if (team) return team;
  throw new ServiceError('NOT_FOUND', {
    message: `There is no team named "${name}"; ${commandName()} teams lists them`,
  });
}

function readState(given: string | undefined): DeliveryState | undefined {
  if (given === undefined) return undefined;
  const state = DELIVERY_STATES.find((each) => each === given);
  if (state === undefined)
    throw new UsageError(`--state is one of ${DELIVERY_STATES.join(', ')}, not "${given}"`);
  return state;
}

function readLimit(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  const limit = Number(given);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new UsageError(`--limit takes a whole number of at least 1, not "${given}"`);
  return limit;
}
