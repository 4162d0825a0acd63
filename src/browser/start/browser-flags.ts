import { statfsSync } from 'node:fs';
import { DESKTOP_SCREEN, DESKTOP_VIEWPORT } from '../emulation/identity.ts';
import { parseProxyAddress } from '../proxy-address.ts';

export interface FlagOptions {
  profile: string;
  /** `scheme://host:port`; when absent, only contexts with a proxy of their own reach anything. */
  proxyServer?: string | undefined;
  /** `153.0.8010.0`; a current one when absent. */
  version?: string | undefined;
  isSandboxed: boolean;
  hasWebGl?: boolean | undefined;
  /**
   * The user agent of shared and service workers, whatever is emulated; absent: the browser's own, which says
   * "Headless".
   */
  userAgent?: string | undefined;
  /** Pages may open windows, and little of what they load is kept; false when absent. */
  isForSession?: boolean | undefined;
}

/** Below this Chromium's shared memory does not fit, and pages crash: containers get 64 MB. */
const ENOUGH_SHARED_MEMORY_BYTES = 512 * 2 ** 20;

/** `.invalid` (RFC 6761) is resolved by nobody, and our own rule forbids it besides. */
const NO_PROXY = 'http://no-proxy.invalid:1';

/**
 * The word that Chromium takes for no host at all; it became another in 119 (commit 33c9a1f, September 2023). Any other one
 * is a name to it, which it looks up in place of every name, and asks the machines nearby for when that one ends in `.local`.
 */
export function notFoundWord(version: string | undefined): '^NOTFOUND' | '~NOTFOUND' {
  const [, major] = /^(?:\w+\/)?(\d+)\./.exec(version ?? '') ?? [];
  return major !== undefined && Number(major) < 119 ? '~NOTFOUND' : '^NOTFOUND';
}

/** Loopback too goes to the proxy, which Chromium would otherwise pass by. */
export const PROXY_BYPASS = '<-loopback>';

const FEATURES_OFF = [
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'DialMediaRouteProvider',
  'InterestFeedContentSuggestions',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'PrivacySandboxSettings4',
  // A renderer kept ready for a context that will not be: each has its own. It costs a third of a page.
  'SpareRendererForSitePerProcess',
  // A page is fetched as it was asked for.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
];

/**
 * A cookie goes back to the port that set it, as all else of an origin does; without it any port of the host gets it. Not
 * in sessions: drivers set cookies without a port, which would go nowhere.
 */
const OWN_COOKIES = '--enable-features=EnablePortBoundCookies';

/** Neither calls home nor slows down what is not on a screen. */
const FIXED_FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-search-engine-choice-screen',
  '--disable-field-trial-config',
  '--metrics-recording-only',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  // Off in headless shells unless it is asked for: frames of other sites get processes of their own.
  '--site-per-process',
  '--disable-prompt-on-repost',
  '--password-store=basic',
  '--use-mock-keychain',
  '--hide-scrollbars',
  '--mute-audio',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--lang=en-US',
  // Else its languages are those of the system's locale, as `en-US@posix`; workers have no other.
  '--accept-lang=en-US,en',
  // Pages would be told by `navigator.webdriver`.
  '--disable-blink-features=AutomationControlled',
  `--window-size=${DESKTOP_VIEWPORT.width},${DESKTOP_VIEWPORT.height}`,
  `--screen-info={${DESKTOP_SCREEN.width}x${DESKTOP_SCREEN.height}}`,
  `--blink-settings=${[
    // A mouse: without one, style sheets and scripts take it for no desktop.
    'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    // Where a page declares none, Chromium finds every encoding by its bytes but this one, and took windows-1252 for it.
    'defaultTextEncodingName=UTF-8',
  ].join(',')}`,
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** Forbids all that would go past a proxy: UDP of WebRTC, QUIC, names looked up by Chromium itself. */
function egressFlags({ proxyServer, version }: Pick<FlagOptions, 'proxyServer' | 'version'>): string[] {
  const proxy = proxyServer === undefined ? undefined : parseProxyAddress(proxyServer);
  const proxyHosts = new Set(['127.0.0.1', ...(proxy ? [proxy.host] : [])]);
  const rules = [`MAP * ${notFoundWord(version)}`, ...[...proxyHosts].map((host) => `EXCLUDE ${host}`)];
  return [
    `--proxy-server=${proxy?.server ?? NO_PROXY}`,
    `--proxy-bypass-list=${PROXY_BYPASS}`,
    `--host-resolver-rules=${rules.join(', ')}`,
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
  ];
}

/**
 * Without these two Chromium keeps its sandbox off the process that draws, for the sake of WebGL in software: machine code
 * made from what a page sends.
 */
const WEBGL_OFF = ['--disable-gpu', '--disable-software-rasterizer'];

/** A page that opens windows is told that it may not: hundreds of them take gigabytes before they can be closed. */
const NO_WINDOWS = '--block-new-web-contents';

/**
 * A browser of contexts opens no page that nobody asked for: its renderer is a fifth of the work of a start. That of a session
 * begins with one.
 */
const NO_FIRST_PAGE = '--no-startup-window';
const FIRST_PAGE = 'about:blank';

/** A session has a folder of its own, whose size is watched. */
const SMALL_CACHE = `--disk-cache-size=${64 * 2 ** 20}`;

/** All arguments of the browser. */
export function browserFlags({
  profile,
  proxyServer,
  version,
  isSandboxed,
  hasWebGl = false,
  userAgent,
  isForSession = false,
}: FlagOptions): string[] {
  return [
    ...FIXED_FLAGS,
    ...(isForSession ? [SMALL_CACHE] : [NO_WINDOWS, OWN_COOKIES]),
    ...egressFlags({ proxyServer, version }),
    ...(hasWebGl ? ['--enable-unsafe-swiftshader'] : WEBGL_OFF),
    ...(userAgent === undefined ? [] : [`--user-agent=${userAgent}`]),
    `--user-data-dir=${profile}`,
    ...(isSandboxed ? [] : ['--no-sandbox']),
    ...(hasSharedMemory() ? [] : ['--disable-dev-shm-usage']),
    isForSession ? FIRST_PAGE : NO_FIRST_PAGE,
  ];
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}
