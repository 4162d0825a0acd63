import { createHash, randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile } from '../private-file.ts';
import type { ServerIdentity } from './server-identity.ts';
import { fileFailure } from './start-failure.ts';

/** The database that the template holds, and the role that owns the server, of which nobody is the client. */
export const OWNER = { user: 'decant', database: 'decant' } as const;
/** The role that Decant works with: it owns the tables, and can neither read files of the server nor run programs. */
export const SERVICE = { user: 'service', database: 'decant' } as const;

/** The rules while the server is made ready: nobody but its owner may connect, before Decant serves anybody. */
const RULES_OF_SETUP = `local ${OWNER.database} ${OWNER.user} trust
host ${OWNER.database} ${OWNER.user} samehost scram-sha-256
`;

/** The service's password, made on first use: in the data folder, and for this process's own user alone. */
export async function readServicePassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  try {
    return (
      (await readPrivateFile(file)) ?? (await createPrivateFile(file, randomBytes(24).toString('base64url')))
    );
  } catch (error) {
    throw fileFailure(dataDir, error);
  }
}

/** Undefined when no server was ever made ready with one. */
export async function findServicePassword(dataDir: string): Promise<string | undefined> {
  try {
    return await readPrivateFile(passwordFile(dataDir));
  } catch (error) {
    throw fileFailure(dataDir, error);
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'database-password');
}

/** Whether the server has been made ready for this password: its rules are the last thing that is written then. */
export async function isReadyFor(password: string, databaseFolder: string): Promise<boolean> {
  return (await readFile(rulesFile(databaseFolder), 'utf8').catch(() => '')) === rulesFor(password);
}

/** Nobody but the owner may connect after the next start. */
export function writeRulesOfSetup(
  databaseFolder: string,
  identity: ServerIdentity | undefined,
): Promise<void> {
  return writeRules(databaseFolder, RULES_OF_SETUP, identity);
}

/** Nobody but the service may connect after the next start or reload, and not without its password. */
export function writeRulesOfService(
  databaseFolder: string,
  password: string,
  identity: ServerIdentity | undefined,
): Promise<void> {
  return writeRules(databaseFolder, rulesFor(password), identity);
}

/** They name the password by its digest, so that a folder that came from elsewhere is found out. */
function rulesFor(password: string): string {
  const digest = createHash('sha256').update(password).digest('hex');
  return `# Written by Decant, for the password of digest ${digest}
local ${SERVICE.database} ${SERVICE.user} scram-sha-256
host ${SERVICE.database} ${SERVICE.user} samehost scram-sha-256
`;
}

/** Whole or not at all. */
async function writeRules(folder: string, text: string, identity: ServerIdentity | undefined): Promise<void> {
  const file = rulesFile(folder);
  const draft = `${file}.new`;
  try {
    await rm(draft, { force: true });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (identity) await chown(draft, identity.uid, identity.gid);
    await rename(draft, file);
  } catch (error) {
    throw fileFailure(folder, error);
  }
}

function rulesFile(folder: string): string {
  return join(folder, 'pg_hba.conf');
}
