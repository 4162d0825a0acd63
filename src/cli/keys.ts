import { addApiKey, generateApiKey, listApiKeys, revokeApiKey } from '../accounts/api-keys.ts';
import { firstKeyFile, isLiveKey, readFirstKey } from '../accounts/first-key.ts';
import { DEFAULT_TEAM, findTeam } from '../accounts/teams.ts';
import { ServiceError } from '../lib/service-error.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { openAccounts } from './command/open-accounts.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { textTable } from './command/text-layout.ts';

export const keys: Command = {
  usage: '[list | create | revoke]',
  help: () => `Usage: decant keys [list] [--json]
       decant keys create [--team NAME] [--label TEXT]
       decant keys revoke ID | ENDING | LABEL

Only digests of keys are stored: a new key is shown once. The key of the first start is kept in the data folder and
shown by "decant keys".
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    switch (action) {
      case 'list':
        return list(context, args);
      case 'create':
        return create(context, args);
      case 'revoke':
        return revoke(context, args);
      default:
        throw new UsageError(`There is no "keys ${action}": use keys list, keys create or keys revoke`);
    }
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean' } });
  if (positionals.length > 0)
    throw new UsageError(`keys list takes --json only, not "${positionals.join(' ')}"`);
  await using db = await openAccounts(context);
  const found = await listApiKeys(db);
  if (values.json) return printJson(context, found);
  const rows = found.map((key) => [
    key.id,
    key.team,
    key.label,
    `…${key.hint}`,
    key.createdAt.toISOString().slice(0, 10),
    key.revokedAt ? `revoked ${key.revokedAt.toISOString().slice(0, 10)}` : 'live',
  ]);
  context.stdout.write(textTable([['ID', 'TEAM', 'LABEL', 'ENDING', 'CREATED', 'STATE'], ...rows]));
  const { dataDir } = context.config;
  const first = await readFirstKey(dataDir);
  if (first === undefined) return 0;
  context.stdout.write(
    (await isLiveKey(db, first))
      ? `\nFirst key (${firstKeyFile(dataDir)}):\n${first}\n`
      : `\nThe first key (${firstKeyFile(dataDir)}) is not live: "${commandName()} keys create" makes another\n`,
  );
  return 0;
}

async function create(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { team: { type: 'string' }, label: { type: 'string' } });
  if (positionals.length > 0) throw new UsageError('keys create takes --team and --label only');
  const teamName = values.team ?? DEFAULT_TEAM;
  await using db = await openAccounts(context);
  const team = await findTeam(db, teamName);
  if (!team)
    throw new ServiceError('NOT_FOUND', {
      message: `There is no team named "${teamName}"; ${commandName()} teams lists them`,
    });
  const key = generateApiKey();
  await addApiKey(db, team.id, key, values.label ?? 'key');
  context.stdout.write(`${key}\n`);
  context.stderr.write('Keep this key: it is not shown again.\n');
  return 0;
}

async function revoke(context: CommandContext, args: string[]): Promise<number> {
  const [which, ...others] = readArgs(args, {}).positionals;
  if (which === undefined || others.length > 0)
    throw new UsageError('keys revoke takes one key: its id, ending or label');
  await using db = await openAccounts(context);
  await revokeApiKey(db, which.replace(/^…/, ''));
  context.stdout.write('revoked\n');
  if ((await listApiKeys(db)).every(({ revokedAt }) => revokedAt !== null))
    context.stderr.write(`No key is live any more: "${commandName()} keys create" makes another\n`);
  return 0;
}
