import { randomUUID } from 'node:crypto';
import { addApiKey, generateApiKey } from '../../src/accounts/api-keys.ts';
import { createTeam, type TeamSettings } from '../../src/accounts/teams.ts';
import { openServiceDatabase } from './service-database.ts';
import type { CalledService, CallInit } from './test-service.ts';

/** A team of its own, with a key. */
export interface TestTeam extends CallInit {
  name: string;
  key: string;
  /** For calls as this team. */
  headers: { authorization: string };
}

/** Adds a team to a running service, as `decant teams create` and `decant keys create` do, without a process for each. */
export async function addTestTeam(
  { dataDir }: Pick<CalledService, 'dataDir'>,
  settings: TeamSettings = {},
  databaseUrl?: string,
): Promise<TestTeam> {
  await using db = await openServiceDatabase({ dataDir, url: databaseUrl });
  const name = `team-${randomUUID().slice(0, 8)}`;
  const team = await createTeam(db, name, settings);
  const key = generateApiKey();
  await addApiKey(db, team.id, key, 'test key');
  return { name, key, headers: { authorization: `Bearer ${key}` } };
}
