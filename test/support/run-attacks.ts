import { randomUUID } from 'node:crypto';
import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserIdentity } from '../../src/browser/browser-identity.ts';
import type { CdpSession } from '../../src/browser/cdp/cdp-session.ts';
import type { FoundBrowser } from '../../src/browser/install/find-browser.ts';
import { openBrowser, type Browser } from '../../src/browser/start/open-browser.ts';
import { ATTACKS, pageOfAll } from './attack-pages.ts';
import { addressOf, createAimAt, openAttackSite } from './attack-site.ts';
import { CANARY_SECRET, openCanary, type Canary } from './canary.ts';
import { openTestEgress, type TestEgress } from './open-test-egress.ts';
import { openNeighbourhood } from './neighbourhood.ts';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';
import { readNetLog, type NetLogReport } from './read-net-log.ts';

/**
 * `ours`: only the attacker's own site may be reached. `open`: our proxy, which may reach all of loopback. `none`: a browser
 * without proxy and without the flags that keep it behind one.
 */
export type Defence = 'ours' | 'open' | 'none';

export interface AttackRunOptions {
  browser: Pick<FoundBrowser, 'executable' | 'libraryPath'>;
  identity: BrowserIdentity | undefined;
  fontConfig?: string | undefined;
  defence: Defence;
  /** Kinds that are sure to come to the canary or to our proxy: they are waited for, however slow the machine is. */
  awaited: readonly string[];
}

export interface AttackRun extends NetLogReport {
  /** Connections and packets that reached the canary, by kind. */
  hits: Record<string, number>;
  /** Kinds whose requests came to our proxy and were refused. */
  refused: string[];
  /** Kinds on whose page the canary's answer can be read. */
  read: string[];
  /** The page whose name comes to mean the canary was shown when it still meant another. */
  hasRebound: boolean;
  /** Machines nearby were asked for the one that a page named; what else they were asked for is among `sentPackets`. */
  isNeighbourAskedFor: boolean;
  isSandboxed: boolean;
}

const REBINDING = 'rebinding name';
const ALL = 'page of all';
/** Its answer can be read, however slow the machine is. */
const BECOMES_THE_PAGE = 'location of the page';
export const KINDS: readonly string[] = [...Object.keys(ATTACKS), REBINDING];

/** Nothing new for so long: all that a page tries, it has tried. */
const QUIET_MS = 1_000;
const LEAST_MS = 1_500;
const SHOWN_MS = 1_000;
/** Nothing new for so long: all that will ever come has come. */
const MOST_MS = 12_000;
/** A page that still tries new things on a slow machine is not begun anew. */
const LONGEST_MS = 45_000;
/** Visits of a page: a worker that Chromium has collected before it asked for anything is there again at the next one. */
const VISITS = 4;
/** Pages at once: a tab goes from one to the next, as a new one costs as much as a page. */
const TABS = 5;

/** Lets an attacker's site do all it can to reach the canary, and tells what came of it. */
export async function runAttacks({ defence, awaited, ...program }: AttackRunOptions): Promise<AttackRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-attacks-'));
  await chmod(folder.path, 0o777);
  // Other tests may be running on this machine.
  const neighbour = `printer-${randomUUID()}`;
  await using canary = await openCanary(KINDS);
  await using site = await openAttackSite();
  const aimAt = createAimAt(site, canary);
  site.pages.set('/all', {
    body: pageOfAll((kind) => addressOf(kind, aimAt(kind)), neighbour) + rebindingFrame(canary),
  });
  await using rebound = await openRebindingSite(canary);
  await using egress = await openEgress(defence, site);
  await using neighbourhood = await openNeighbourhood(neighbour);
  const log = join(folder.path, 'net.json');
  const executable = await wrap(program.browser.executable, { folder: folder.path, log, defence });
  const browser = await openBrowser({
    ...program,
    browser: { ...program.browser, executable },
    temporaryFolders: [folder.path],
  });
  const read: string[] = [];
  const findRefused = createFindRefused(egress, canary);
  const isTried = (kind: string): boolean => canary.hits.has(kind) || findRefused().has(kind);
  try {
    const own = Object.keys(ATTACKS).filter((kind) => ATTACKS[kind]?.isAlone);
    const urls = new Map([[ALL, `${site.origin}/all`]]);
    for (const kind of own) urls.set(kind, addressOf(kind, aimAt(kind)));
    await visitAll(browser, { urls, egress, defence, canary, read, awaited, isTried });
  } finally {
    await browser.close();
  }
  return {
    hits: Object.fromEntries(canary.hits),
    refused: [...findRefused()].toSorted(),
    ...readNetLog(await readFile(log, 'utf8'), egress.port),
    read,
    hasRebound: rebound.requests.length > 0,
    isNeighbourAskedFor: neighbourhood.isAskedFor,
    isSandboxed: browser.isSandboxed,
  };
}

/** Finds the kinds whose requests our proxy has refused until now. */
function createFindRefused({ reports }: TestEgress, canary: Canary): () => ReadonlySet<string> {
  const kindOf = new Map(KINDS.map((kind) => [canary.portOf(kind), kind]));
  const refused = new Set<string>();
  let seen = 0;
  return () => {
    for (; seen < reports.length; seen += 1) {
      const { refusal, port } = reports[seen]!;
      const kind = kindOf.get(port);
      if (refusal !== undefined && kind !== undefined) refused.add(kind);
    }
    return refused;
  };
}

interface Visits {
  urls: ReadonlyMap<string, string>;
  egress: TestEgress;
  defence: Defence;
  canary: Canary;
  read: string[];
  awaited: readonly string[];
  isTried(kind: string): boolean;
}

/** The page of all in a tab, the others one after the other in some more, each until nothing happens any more. */
async function visitAll(browser: Browser, visits: Visits): Promise<void> {
  const { urls, egress, defence } = visits;
  const proxyServer = defence === 'none' ? undefined : `http://127.0.0.1:${egress.port}`;
  const queue = [...urls];
  const visitInOneTab = async (mostPages: number): Promise<void> => {
    await using context = await browser.newContext({ proxyServer });
    const { session } = await context.newPage();
    await session.send('Page.enable');
    session.on(
      'Page.javascriptDialogOpening',
      () => void session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined),
    );
    for (let pages = 0; pages < mostPages; pages += 1) {
      const next = queue.shift();
      if (!next) return;
      await visit(session, next, visits);
    }
  };
  // The first is the page of all, which has its context to itself.
  await Promise.all([1, ...Array.from({ length: TABS - 1 }, () => Infinity)].map(visitInOneTab));
}

async function visit(session: CdpSession, [kind, url]: [string, string], visits: Visits): Promise<void> {
  const { urls, egress, canary, read, awaited, isTried } = visits;
  const onPageOfAll = awaited.filter((each) => !urls.has(each));
  const isComplete = (): boolean => (kind === ALL ? onPageOfAll.every(isTried) : isTried(kind));
  const isAwaited = kind === ALL || awaited.includes(kind);
  const mostVisits = isAwaited ? VISITS : 1;
  for (let times = 0; times < mostVisits && (times === 0 || !isComplete()); times++) {
    await session.send('Page.navigate', { url }).catch(() => undefined);
    if (kind === ALL) await untilQuiet(() => canary.hits.size + egress.reports.length, isComplete);
    else await untilTried(isAwaited, isComplete);
  }
  // What was answered is shown a moment later: at once where the answer becomes the page, elsewhere perhaps never.
  const shownMs = kind === BECOMES_THE_PAGE ? MOST_MS : SHOWN_MS;
  const patienceMs = canary.hits.has(kind) ? shownMs : 0;
  if (await showsWithin(patienceMs, () => shows(session, CANARY_SECRET))) read.push(kind);
}

async function shows(session: CdpSession, text: string): Promise<boolean> {
  try {
    const { result } = await session.send(
      'Runtime.evaluate',
      { expression: 'document.documentElement.outerHTML', returnByValue: true },
      { timeoutMs: 1_000 },
    );
    return String(result.value).includes(text);
  } catch {
    return false;
  }
}

async function untilQuiet(read: () => number, isComplete: () => boolean): Promise<void> {
  const from = performance.now();
  let seen = { value: read(), at: from };
  for (;;) {
    await sleep(50);
    const now = performance.now();
    const value = read();
    if (value !== seen.value) seen = { value, at: now };
    const isQuiet = now - seen.at > QUIET_MS && now - from > LEAST_MS;
    if ((isQuiet && isComplete()) || now - seen.at > MOST_MS || now - from > LONGEST_MS) return;
  }
}

/** A page that has tried has shown what it can do; one that may not try at all is given a moment. */
async function untilTried(isAwaited: boolean, isTried: () => boolean): Promise<void> {
  const from = performance.now();
  const mostMs = isAwaited ? MOST_MS : QUIET_MS;
  while (!isTried() && performance.now() - from < mostMs) await sleep(20);
}

async function showsWithin(patienceMs: number, look: () => Promise<boolean>): Promise<boolean> {
  const from = performance.now();
  for (;;) {
    if (await look()) return true;
    if (performance.now() - from >= patienceMs) return false;
    await sleep(200);
  }
}

function rebindingFrame(canary: Canary): string {
  return `<iframe src="http://rebind.test:${canary.portOf(REBINDING)}/"></iframe>`;
}

/** What the name means at first; it asks for itself again when it has come to mean the canary. */
function openRebindingSite(canary: Canary): Promise<LoopbackSite> {
  return openLoopbackSite(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
      response.end(
        '<script>for (let n = 0; n < 5; n += 1) setTimeout(() => fetch("/" + n, { cache: "no-store" }), n * 60)</script>',
      );
    },
    { host: '127.0.0.2', port: canary.portOf(REBINDING) },
  );
}

function openEgress(defence: Defence, { port }: LoopbackSite): Promise<TestEgress> {
  let rebindings = 0;
  return openTestEgress({
    allow:
      defence === 'open'
        ? ['127.0.0.0/8', '0.0.0.0/8', '::1', '::']
        : [`site.localhost:${port}`, '127.0.0.2', '127.0.0.9'],
    async lookup(hostname) {
      switch (hostname) {
        case 'private.test':
          return ['127.0.0.1'];
        case 'private6.test':
          return ['::1'];
        case 'mapped.test':
          return ['::ffff:127.0.0.1'];
        case 'mixed.test':
          return ['127.0.0.1', '127.0.0.9'];
        case 'rebind.test':
          rebindings += 1;
          return [rebindings === 1 ? '127.0.0.2' : '127.0.0.1'];
        default:
          throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      }
    },
  });
}

/** As patterns of the shell. Windows must open here: the proxy has to hold back theirs, too. */
const WINDOW_FLAG = '--block-new-web-contents';
const DEFENCE_FLAGS =
  '--proxy-*|--host-resolver-rules=*|*webrtc-ip-handling-policy=*|--disable-quic|--no-pings';

/** A script that starts the browser with a log of its network, and without its defences when there are to be none. */
async function wrap(
  executable: string,
  { folder, log, defence }: { folder: string; log: string; defence: Defence },
): Promise<string> {
  const script = join(folder, 'browser');
  const dropped = defence === 'none' ? `${WINDOW_FLAG}|${DEFENCE_FLAGS}` : WINDOW_FLAG;
  await writeFile(
    script,
    [
      '#!/bin/sh',
      `for flag; do shift; case "$flag" in ${dropped}) ;; *) set -- "$@" "$flag";; esac; done`,
      ...(defence === 'none' ? ['set -- "$@" "--host-resolver-rules=MAP *.test 127.0.0.1"'] : []),
      `exec '${executable}' "$@" '--log-net-log=${log}'`,
      '',
    ].join('\n'),
  );
  await chmod(script, 0o755);
  return script;
}
