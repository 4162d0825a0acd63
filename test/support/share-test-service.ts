import { after } from 'node:test';
import { addTestTeam } from './add-test-team.ts';
import type { DnsServer } from './dns-server.ts';
import { openModelServer, type ModelServer } from './model-server.ts';
import { openTestServer, type TestServer } from './postgres-server.ts';
import { openSiegeNames, SIEGE_ENVIRONMENT } from './sieges/lay-siege.ts';
import { createCall, startTestService, type CalledService, type TestService } from './test-service.ts';

/** All sites of tests are on loopback; tests look for what no log may name. */
const LOOPBACK = { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8', DECANT_LOG_LEVEL: 'trace' };
/** The one address of loopback that the narrow service may reach. */
export const NARROW_HOST = '127.0.0.9';

const started: {
  service?: Promise<TestService>;
  keyless?: Promise<TestService>;
  narrow?: Promise<TestService>;
  model?: Promise<ModelServer>;
  asking?: Promise<TestService>;
  roomy?: Promise<TestService>;
  names?: Promise<DnsServer>;
  named?: Promise<TestService>;
  server?: Promise<TestServer>;
  remote?: Promise<TestService>;
} = {};

// Of the whole process: after the last suite of the last file.
after(async () => {
  const { service, keyless, narrow, asking, roomy, named, remote } = started;
  for (const each of [service, keyless, narrow, asking, roomy, named, remote])
    await (await each)?.[Symbol.asyncDispose]();
  await (await started.model)?.[Symbol.asyncDispose]();
  await (await started.names)?.[Symbol.asyncDispose]();
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
export async function shareRemoteService(): Promise<CalledService & { databaseUrl: string }> {
  started.server ??= openTestServer();
  const { url } = await started.server;
  started.remote ??= startTestService({ environment: { ...LOOPBACK, DATABASE_URL: url } });
  return { ...(await asOwnTeam(await started.remote, url)), databaseUrl: url };
}

/** The same with DECANT_AUTH=off: whoever calls is the one team that there is. */
export async function shareKeylessService(): Promise<CalledService> {
  started.keyless ??= startTestService({ environment: { ...LOOPBACK, DECANT_AUTH: 'off' } });
  return assertRuns(await started.keyless);
}

/**
 * The service of suites that want less of one: it reaches sites on `NARROW_HOST` only, keeps no pages, and has one place in a
 * browser and one thread for conversions. The key is the operator's own, from its environment.
 */
export async function shareNarrowService(): Promise<TestService> {
  started.narrow ??= startTestService({
    environment: {
      DECANT_ALLOW_ADDRESSES: NARROW_HOST,
      DECANT_API_KEY: 'a-key-of-the-operator',
      DECANT_BROWSER_PAGES: '1',
      DECANT_CACHE_MAX_BYTES: '0',
      DECANT_CONVERT_THREADS: '1',
    },
  });
  return assertRuns(await started.narrow);
}

/**
 * The service that asks a name server of ours, which never says a word of names in `SILENT_ZONE`. Pages cannot be read by
 * their address there.
 */
export async function shareNamedService(): Promise<{ service: CalledService; names: DnsServer }> {
  started.names ??= openSiegeNames();
  const names = await started.names;
  started.named ??= startTestService({
    environment: { ...SIEGE_ENVIRONMENT, DECANT_DNS_SERVERS: names.address, DECANT_READ: 'off' },
  });
  return { service: await asOwnTeam(await started.named), names };
}

/** The service that asks a language model, and the model, which each suite or test plays anew. */
export async function shareModelService(): Promise<{ service: CalledService; model: ModelServer }> {
  started.model ??= openModelServer();
  const model = await started.model;
  started.asking ??= startTestService({ environment: { ...LOOPBACK, ...model.environment } });
  return { service: await asOwnTeam(await started.asking), model };
}

/** Of the service that `shareRoomyService` gives; nobody listens there. */
export const SHARED_PROXY = 'http://name-of-proxy:secret-of-proxy@127.0.0.1:9';

/** The same, told that the model takes a hundred thousand tokens, and with a proxy of `enhanced`. */
export async function shareRoomyService(): Promise<{ service: CalledService; model: ModelServer }> {
  started.model ??= openModelServer();
  const model = await started.model;
  started.roomy ??= startTestService({
    environment: {
      ...LOOPBACK,
      ...model.environment,
      DECANT_LLM_CONTEXT_TOKENS: '100000',
      DECANT_PROXIES_ENHANCED: SHARED_PROXY,
    },
  });
  return { service: await asOwnTeam(await started.roomy), model };
}

async function asOwnTeam(service: TestService, databaseUrl?: string): Promise<CalledService> {
  const { url, dataDir, pid, logs } = assertRuns(service);
  const all = { zeroDataRetention: true, robotsOptions: true, searchZdr: true, searchAnon: true };
  const { key } = await addTestTeam({ dataDir }, all, databaseUrl);
  return { url, key, dataDir, pid, logs, call: createCall(url, key) };
}

function assertRuns(service: TestService): TestService {
  const { logs, process } = service;
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the service that tests share has ended\n${logs().slice(-5_000)}`);
  return service;
}
