import { DEFAULT_TEAM, findTeam, listTeams } from '../accounts/teams.ts';
import { ServiceError } from '../lib/service-error.ts';
import { readIndexStatus, type IndexStatus } from '../search-index/index-status.ts';
import { dropIndex, rebuildIndex, removePages } from '../search-index/rebuild-index.ts';
import type { Database } from '../store/database.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { openAccounts } from './command/open-accounts.ts';
import { printJson } from './output/print-json.ts';
import { readAction, readArgs } from './read-args.ts';
import { textTable } from './command/text-layout.ts';

const OPTIONS = { team: { type: 'string' } } as const;
const TOLD_EVERY = 10;

export const searchIndex: Command = {
  usage: '[status | remove | rebuild | drop]',
  help: () => `Usage: decant index [status] [--team NAME] [--json]
       decant index remove PREFIX [--team NAME]
       decant index rebuild [--team NAME]
       decant index drop [--team NAME]

Pages that may be cached can be searched. remove takes out those whose URL begins with PREFIX, rebuild makes the index of the
pages anew from their texts, drop removes all of them. Without --team all teams are listed, and the rest is about the pages
of the team "${DEFAULT_TEAM}". DECANT_INDEX=off keeps no further pages.
`,
  async run(context) {
    const { action, args } = readAction(context.args, 'status');
    switch (action) {
      case 'status':
        return status(context, args);
      case 'remove':
        return remove(context, args);
      case 'rebuild':
        return rebuild(context, args);
      case 'drop':
        return drop(context, args);
      default:
        throw new UsageError(
          `There is no "index ${action}": use index status, index remove, index rebuild or index drop`,
        );
    }
  },
};

async function status(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...OPTIONS, json: { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError('index status takes --team and --json only');
  await using db = await openAccounts(context);
  const team = values.team === undefined ? undefined : await teamOf(db, values.team);
  const names = new Map((await listTeams(db)).map(({ id, name }) => [id, name]));
  const found = (await readIndexStatus(db, team?.id)).map(({ teamId, ...numbers }) => ({
    team: names.get(teamId) ?? teamId,
    ...numbers,
  }));
  if (values.json) return printJson(context, found);
  context.stdout.write(
    textTable([['TEAM', 'PAGES', 'BYTES', 'WAITING', 'SEGMENTS', 'INDEX BYTES'], ...found.map(columnsOf)]),
  );
  return 0;
}

function columnsOf(row: Omit<IndexStatus, 'teamId'> & { team: string }): string[] {
  const { team, pages, pageBytes, pending, segments, indexBytes } = row;
  return [team, ...[pages, pageBytes, pending, segments, indexBytes].map(String)];
}

async function remove(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const [prefix = '', ...others] = positionals;
  if (prefix === '' || others.length > 0)
    throw new UsageError('index remove takes one beginning of URLs, such as https://example.com/old/');
  await using db = await openAccounts(context);
  const team = await teamOf(db, values.team);
  const pages = await removePages(db, team.id, prefix);
  context.stdout.write(`${pages} pages removed\n`);
  return 0;
}

async function rebuild(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  if (positionals.length > 0) throw new UsageError('index rebuild takes --team only');
  await using db = await openAccounts(context);
  const team = await teamOf(db, values.team);
  let batches = 0;
  const pages = await rebuildIndex(db, team.id, {
    onProgress(done, of) {
      if (batches++ % TOLD_EVERY === 0) context.stderr.write(`${done} of ${of} pages\n`);
    },
    signal: context.signal,
  });
  context.stdout.write(`${pages} pages indexed\n`);
  return 0;
}

async function drop(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  if (positionals.length > 0) throw new UsageError('index drop takes --team only');
  await using db = await openAccounts(context);
  const team = await teamOf(db, values.team);
  context.stdout.write(`${await dropIndex(db, team.id)} pages removed\n`);
  return 0;
}

async function teamOf(db: Database, name = DEFAULT_TEAM): Promise<{ id: string }> {
  const team = await findTeam(db, name);
  if (team) return team;
  throw new ServiceError('NOT_FOUND', { message: `There is no team named "${name}"` });
}
