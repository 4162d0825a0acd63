import { parseArgs } from 'node:util';
import { createTeam, listTeams, setTeam, type TeamSettings } from '../accounts/teams.ts';
import { ACCOUNTS_CHANNEL } from '../accounts/api-keys.ts';
import { RATE_LIMIT_KINDS } from '../contract/rate-limit-kinds.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { openAccounts } from './command/open-accounts.ts';
import { toUsageError } from './option-flags.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { readRateLimits } from './read-rate-limits.ts';
import { textTable } from './command/text-layout.ts';
import { wholeNumberFlag } from './command/whole-number.ts';

export const teams: Command = {
  usage: '[list | create | set]',
  help: () => `Usage: decant teams [list] [--json]
       decant teams create NAME [settings]
       decant teams set NAME [settings]

Settings:
  --concurrency N             Pages that the team may have in work at once.
  --credits N | unlimited     Credits granted in total.
  --rate-limit KIND=N,...     Requests a minute by kind, or KIND=unlimited; a kind that is not
                              named stays as it is. Kinds: ${RATE_LIMIT_KINDS.join(', ')}.
  --[no-]zero-data-retention  May use zeroDataRetention.
  --[no-]robots-options       May use ignoreRobotsTxt and robotsUserAgent.
  --[no-]search-zdr           May search with enterprise: zdr.
  --[no-]search-anon          May search with enterprise: anon.
  --[no-]operator             Sees the system, and the teams and keys of others, on the dashboard.

A new team may use none of these features, is no operator and has no rate limits; the default team may use all and is
the operator.
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    if (action === 'list') return list(context, args);
    if (action !== 'create' && action !== 'set') {
      throw new UsageError(`There is no "teams ${action}": use teams list, teams create or teams set`);
    }
    const { name, settings } = readSettings(action, args);
    await using db = await openAccounts(context);
    if (action === 'create') await createTeam(db, name, settings);
    else await setTeam(db, name, settings);
    await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
    if (settings.isOperator === false && !(await listTeams(db)).some(({ isOperator }) => isOperator))
      context.stderr.write('No team is the operator any more: nobody sees the system on the dashboard\n');
    context.stdout.write(`${name}: ${action === 'create' ? 'created' : 'changed'}\n`);
    return 0;
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean' } });
  if (positionals.length > 0)
    throw new UsageError(`teams list takes --json only, not "${positionals.join(' ')}"`);
  await using db = await openAccounts(context);
  const found = await listTeams(db);
  if (values.json) return printJson(context, found);
  const rows = found.map((team) => {
    const features = Object.entries(team.features).flatMap(([name, isOn]) => (isOn ? [name] : []));
    const granted = team.creditsGranted === null ? 'unlimited' : String(team.creditsGranted);
    return [
      team.name,
      String(team.maxConcurrency),
      granted,
      String(team.creditsUsed),
      Object.entries(team.rateLimits)
        .map(([kind, limit]) => `${kind}=${limit}`)
        .join(',') || '-',
      features.join(' ') || '-',
      team.isOperator ? 'yes' : '-',
    ];
  });
  context.stdout.write(
    textTable([['TEAM', 'CONCURRENCY', 'CREDITS', 'USED', 'A MINUTE', 'MAY USE', 'OPERATOR'], ...rows]),
  );
  return 0;
}

function readSettings(action: string, args: string[]): { name: string; settings: TeamSettings } {
  const { values, positionals } = parse(args);
  const [name, ...others] = positionals;
  if (!name?.trim() || others.length > 0) throw new UsageError(`teams ${action} takes one name`);
  return {
    name,
    settings: {
      ...(values.concurrency !== undefined && {
        maxConcurrency: wholeNumberFlag('--concurrency', values.concurrency, 1),
      }),
      ...(values.credits !== undefined && {
        creditsGranted:
          values.credits === 'unlimited' ? null : wholeNumberFlag('--credits', values.credits, 0),
      }),
      ...(values['rate-limit'] !== undefined && { rateLimits: readRateLimits(values['rate-limit']) }),
      ...(values['zero-data-retention'] !== undefined && {
        zeroDataRetention: values['zero-data-retention'],
      }),
      ...(values['robots-options'] !== undefined && { robotsOptions: values['robots-options'] }),
      ...(values['search-zdr'] !== undefined && { searchZdr: values['search-zdr'] }),
      ...(values['search-anon'] !== undefined && { searchAnon: values['search-anon'] }),
      ...(values.operator !== undefined && { isOperator: values.operator }),
    },
  };
}

const OPTIONS = {
  concurrency: { type: 'string' },
  credits: { type: 'string' },
  'rate-limit': { type: 'string', multiple: true },
  'zero-data-retention': { type: 'boolean' },
  'robots-options': { type: 'boolean' },
  'search-zdr': { type: 'boolean' },
  'search-anon': { type: 'boolean' },
  operator: { type: 'boolean' },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, allowNegative: true, options: OPTIONS });
  } catch (error) {
    throw toUsageError(error, OPTIONS);
  }
}
