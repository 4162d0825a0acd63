import { after } from 'node:test';
import { addTestTeam } from './add-test-team.ts';
import { openModelServer, type ModelServer } from './model-server.ts';
import { openTestServer, type TestServer } from './postgres-server.ts';
import { createCall, startTestService, type CalledService, type TestService } from './test-service.ts';

/** On loopback, where all sites of tests are. */
const LOOPBACK = { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' };

const started: {
  service?: Promise<TestService>;
  keyless?: Promise<TestService>;
  model?: Promise<ModelServer>;
  asking?: Promise<TestService>;
  server?: Promise<TestServer>;
  remote?: Promise<TestService>;
} = {};

// Of the whole process: after the last suite of the last file.
after(async () => {
  for (const service of [started.service, started.keyless, started.asking, started.remote])
    await (await service)?.[Symbol.asyncDispose]();
  await (await started.model)?.[Symbol.asyncDispose]();
  await (await started.server)?.[Symbol.asyncDispose]();
});

/**
 * The service of all suites that need nothing of it but sites on loopback; the first one starts it. Each suite is a team of
 * its own, which may do what the team of a fresh installation may, and sees nothing of the others.
 */
export async function shareTestService(): Promise<CalledService> {
  started.service ??= startTestService({ environment: LOOPBACK });
  return asOwnTeam(await started.service);
}

/** The same on a database that is not its own, as DATABASE_URL names one. */
export async function shareRemoteService(): Promise<CalledService> {
  started.server ??= openTestServer();
  const { url } = await started.server;
  started.remote ??= startTestService({ environment: { ...LOOPBACK, DATABASE_URL: url } });
  return asOwnTeam(await started.remote, url);
}

/** The same with DECANT_AUTH=off: whoever calls is the one team that there is. */
export async function shareKeylessService(): Promise<CalledService> {
  started.keyless ??= startTestService({ environment: { ...LOOPBACK, DECANT_AUTH: 'off' } });
  return assertRuns(await started.keyless);
}

/** The service that asks a language model, and the model, which each suite or test plays anew. */
export async function shareModelService(): Promise<{ service: CalledService; model: ModelServer }> {
  started.model ??= openModelServer();
  const model = await started.model;
  started.asking ??= startTestService({ environment: { ...LOOPBACK, ...model.environment } });
  return { service: await asOwnTeam(await started.asking), model };
}

async function asOwnTeam(service: TestService, databaseUrl?: string): Promise<CalledService> {
  const { url, dataDir, logs } = assertRuns(service);
  const all = { zeroDataRetention: true, robotsOptions: true, searchZdr: true, searchAnon: true };
  const { key } = await addTestTeam({ dataDir }, all, databaseUrl);
  return { url, key, dataDir, logs, call: createCall(url, key) };
}

function assertRuns(service: TestService): TestService {
  const { logs, process } = service;
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the service that tests share has ended\n${logs().slice(-5_000)}`);
  return service;
}
