import { DEFAULT_TEAM, findTeam } from '../accounts/teams.ts';
import { ServiceError } from '../lib/service-error.ts';
import { deleteProfile, listProfiles } from '../scraper/profiles/list-profiles.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { openAccounts } from './command/open-accounts.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { textTable } from './command/text-layout.ts';

export const profiles: Command = {
  usage: '[list | delete]',
  help: () => `Usage: decant profiles [list] [--team NAME] [--json]
       decant profiles delete NAME [--team NAME]

A profile is made by the first scrape that names it, and goes when nobody has used it for 90 days. Without --team all
teams are listed, and a profile of the team "${DEFAULT_TEAM}" is deleted. What a profile holds is encrypted and not shown.
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    switch (action) {
      case 'list':
        return list(context, args);
      case 'delete':
        return remove(context, args);
      default:
        throw new UsageError(`There is no "profiles ${action}": use profiles list or profiles delete`);
    }
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...OPTIONS, json: { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError('profiles list takes --team and --json only');
  await using db = await openAccounts(context);
  const found = await listProfiles(db, values.team);
  if (values.json) return printJson(context, found);
  const rows = found.map((profile) => [
    profile.team,
    profile.name,
    String(profile.bytes),
    profile.updatedAt?.toISOString().slice(0, 10) ?? '-',
    profile.usedAt.toISOString().slice(0, 10),
    profile.isInUse ? 'in use' : '-',
  ]);
  context.stdout.write(textTable([['TEAM', 'NAME', 'BYTES', 'SAVED', 'USED', 'STATE'], ...rows]));
  return 0;
}

async function remove(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new UsageError('profiles delete takes one name');
  const teamName = values.team ?? DEFAULT_TEAM;
  await using db = await openAccounts(context);
  const team = await findTeam(db, teamName);
  if (!team || !(await deleteProfile(db, team.id, name))) {
    throw new ServiceError('NOT_FOUND', {
      message: `The team "${teamName}" has no profile named "${name}"; ${commandName()} profiles lists them`,
    });
  }
  context.stdout.write('deleted\n');
  return 0;
}

const OPTIONS = { team: { type: 'string' } } as const;
