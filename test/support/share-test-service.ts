import { after } from 'node:test';
import { addTestTeam } from './add-test-team.ts';
import { createCall, startTestService, type CalledService, type TestService } from './test-service.ts';

const started: { service?: Promise<TestService> } = {};

// Of the whole process: after the last suite of the last file.
after(async () => (await started.service)?.[Symbol.asyncDispose]());

/**
 * The service of all suites that need nothing of it but sites on loopback; the first one starts it. Each suite is a team of
 * its own, which may do what the team of a fresh installation may, and sees nothing of the others.
 */
export async function shareTestService(): Promise<CalledService> {
  started.service ??= startTestService({ environment: { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' } });
  const { url, dataDir, logs, process } = await started.service;
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the service that tests share has ended\n${logs().slice(-5_000)}`);
  const all = { zeroDataRetention: true, robotsOptions: true, searchZdr: true, searchAnon: true };
  const { key } = await addTestTeam({ dataDir }, all);
  return { url, key, dataDir, logs, call: createCall(url, key) };
}
