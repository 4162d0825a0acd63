import { chooseBrowserIdentity } from '../browser/browser-identity.ts';
import { findBrowser } from '../browser/install/find-browser.ts';
import { openBrowser } from '../browser/start/open-browser.ts';
import { createForeignEgress } from '../browser/pool/foreign-egress.ts';
import { createRemoteEndpoint } from '../browser/pool/remote-endpoint.ts';
import { createRemoteBrowserStart } from '../browser/pool/start-remote-browser.ts';
import type { Config } from '../config.ts';
import { createNameLookup } from '../net/names/name-lookup.ts';
import { hasRoomForBrowser } from './check-storage.ts';
import { messageOf, type DoctorContext, type DoctorFinding } from './finding.ts';

export async function checkOwnBrowser({ config, log, signal }: DoctorContext): Promise<DoctorFinding> {
  const part = 'Browser';
  if (config.browser.url) return checkRemoteBrowser(config, config.browser.url, { log, signal });
  const { path, searchPath, needsSandbox } = config.browser;
  if (path === undefined && !(await hasRoomForBrowser(config).catch(() => false)))
    return { part, state: 'missing', note: 'not tried: too little room to unpack it (DECANT_DATA_DIR)' };
  const identity = chooseBrowserIdentity();
  const found = await findBrowser({ configuredPath: path, searchPath, dataDir: config.dataDir, identity });
  // Pages that need none work without it.
  if ('problem' in found) return { part, state: 'missing', note: found.problem };
  const place = `${found.source} ${found.executable} (DECANT_BROWSER_PATH)`;
  try {
    await using browser = await openBrowser({ browser: found, identity, needsSandbox });
    const sandbox = browser.isSandboxed
      ? 'in its sandbox'
      : 'WITHOUT its sandbox, which this system does not allow';
    const note = `${browser.version} was started: ${place}, ${sandbox} (DECANT_BROWSER_SANDBOX)`;
    return { part, state: browser.isSandboxed ? 'ok' : 'WARNING', note, version: browser.version };
  } catch (error) {
    return { part, state: 'missing', note: `${place} does not start: ${messageOf(error)}` };
  }
}

async function checkRemoteBrowser(
  { browser: { token, egress: address, isNetworkSafe }, net }: Pick<Config, 'browser' | 'net'>,
  url: URL,
  { log, signal }: Pick<DoctorContext, 'log' | 'signal'>,
): Promise<DoctorFinding> {
  const openBrowserProxy = () => Promise.reject(new Error('nothing is opened here'));
  const lookup = createNameLookup({ servers: net.dnsServers });
  const remote = createRemoteBrowserStart({
    endpoint: createRemoteEndpoint({ url, token, ownPorts: () => [], lookup }),
    foreign: createForeignEgress({ openBrowserProxy, address, isNetworkSafe }),
    log,
  });
  const { level, text } = await remote.stand(signal);
  return { part: 'Browser', state: level === 'error' ? 'missing' : 'ok', note: text };
}
