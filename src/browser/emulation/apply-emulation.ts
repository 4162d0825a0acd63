import type { CdpSession } from '../cdp/cdp-session.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { expandLanguages } from '../../net/headers/browser-headers.ts';
import { DESKTOP_SCREEN, DESKTOP_VIEWPORT, type PageIdentity, type Viewport } from './identity.ts';
import type { PageLocale } from './locale-of-country.ts';
import { disguiseSource } from './stealth.ts';

/** The looks of a tab. */
export interface EmulationSettings {
  identity: PageIdentity;
  locale: PageLocale;
  /** The window of a screenshot, instead of the identity's own. */
  viewport?: Pick<Viewport, 'width' | 'height'> | undefined;
  skipTlsVerification?: boolean | undefined;
  /** Removes what a page could tell an automated browser by. */
  isEnhanced?: boolean | undefined;
  /** Nobody looks at it and nothing is clicked: it is drawn as small as can be, which no page can tell. */
  isUnseen?: boolean | undefined;
  /** Its window and language are those of `browserFlags`, which saves calls; false of a remote browser. */
  hasOurFlags: boolean;
}

/** Height of the tabs and the address bar of a window of Chrome, which is where headless browsers differ. */
const BROWSER_BAR = 87;

/** The locale and time zone that our flags and the browser's environment have set already. */
const OUR_LOCALE = 'en-US';
const OUR_TIMEZONE = 'America/New_York';

/** The scale at which a page that nobody sees is drawn: drawing it in full is a sixth of a small page's CPU time. */
const UNSEEN_SCALE = 0.1;

const TOUCH = { enabled: true, maxTouchPoints: 5 };

/** `navigator.connection.rtt` of an ordinary line, ms; zero gives a headless browser away. */
const ORDINARY_RTT_MS = 50;

/**
 * Makes a fresh page look as wanted; to be awaited before it navigates. The calls are sent at once, without waiting for
 * one another. Rejects with a `CdpError`.
 */
export async function applyEmulation(
  session: CdpSession,
  settings: EmulationSettings,
  call: CallOptions = {},
): Promise<void> {
  const { identity, locale, skipTlsVerification = false, isEnhanced = false, hasOurFlags } = settings;
  const metrics = metricsOf(settings);
  await Promise.all([
    session.send('Emulation.setUserAgentOverride', userAgentOf(settings), call),
    (!hasOurFlags || locale.timezone !== OUR_TIMEZONE) &&
      session.send('Emulation.setTimezoneOverride', { timezoneId: locale.timezone }, call),
    (!hasOurFlags || locale.locale !== OUR_LOCALE) &&
      session.send('Emulation.setLocaleOverride', { locale: locale.locale }, call),
    metrics && session.send('Emulation.setDeviceMetricsOverride', metrics, call),
    identity.isMobile && session.send('Emulation.setTouchEmulationEnabled', TOUCH, call),
    skipTlsVerification && session.send('Security.setIgnoreCertificateErrors', { ignore: true }, call),
    isEnhanced && applyDisguise(session, settings, call),
  ]);
}

/**
 * Applies the emulation to a frame of another site or a worker, which must be waiting to start. Settings that its kind
 * does not know, or shares with its page, are left out; rejects on nothing but the deadline and the caller's signal.
 */
export async function applyToChild(
  session: CdpSession,
  settings: EmulationSettings,
  kind: string,
  call: CallOptions = {},
): Promise<void> {
  const { identity, locale, skipTlsVerification = false, isEnhanced = false } = settings;
  const isFrame = kind === 'iframe' || kind === 'page';
  const sent: Array<Promise<unknown>> = [
    session.send('Emulation.setUserAgentOverride', userAgentOf(settings), call),
    session.send('Emulation.setTimezoneOverride', { timezoneId: locale.timezone }, call),
    session.send('Emulation.setLocaleOverride', { locale: locale.locale }, call),
  ];
  if (isFrame && identity.isMobile)
    sent.push(session.send('Emulation.setTouchEmulationEnabled', TOUCH, call));
  if (isFrame && skipTlsVerification) {
    sent.push(session.send('Security.setIgnoreCertificateErrors', { ignore: true }, call));
  }
  if (isEnhanced) sent.push((isFrame ? applyDisguise : disguiseWorker)(session, settings, call));
  await Promise.all(sent.map((answer) => answer.catch(unlessGivenUp)));
}

function unlessGivenUp(error: unknown): void {
  if (!(error instanceof CdpError) || error.failure === 'timeout' || error.failure === 'aborted') throw error;
}

function userAgentOf({ identity, locale }: EmulationSettings): {
  userAgent: string;
  acceptLanguage: string;
  platform: string;
  userAgentMetadata?: NonNullable<PageIdentity['metadata']>;
} {
  const { userAgent, platform, metadata } = identity;
  return {
    userAgent,
    platform,
    // Tags only: the browser writes the weights, and hands the list to `navigator.languages` as it is.
    acceptLanguage: expandLanguages(locale.languages).join(','),
    ...(metadata && { userAgentMetadata: metadata }),
  };
}

interface Metrics {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  scale?: number;
  screenWidth: number;
  screenHeight: number;
  screenOrientation?: { type: 'portraitPrimary' | 'landscapePrimary'; angle: number };
}

function isOurWindow({ identity, viewport, hasOurFlags }: EmulationSettings): boolean {
  if (viewport !== undefined || identity.isMobile || !hasOurFlags) return false;
  return identity.viewport === DESKTOP_VIEWPORT && identity.screen === DESKTOP_SCREEN;
}

/** Undefined when our flags have opened the very window that is wanted. */
function metricsOf(settings: EmulationSettings): Metrics | undefined {
  const { identity, viewport, isEnhanced = false, isUnseen = false } = settings;
  const { isMobile, screen } = identity;
  const own = identity.viewport;
  const isSmall = isUnseen && !isEnhanced;
  if (!isEnhanced && !isSmall && isOurWindow(settings)) return undefined;
  const { width, height } = viewport ?? {
    width: own.width,
    height: isEnhanced && !isMobile ? own.height - BROWSER_BAR : own.height,
  };
  return {
    width,
    height,
    deviceScaleFactor: own.deviceScaleFactor,
    mobile: isMobile,
    ...(isSmall && { scale: UNSEEN_SCALE }),
    screenWidth: Math.max(width, screen.width),
    screenHeight: Math.max(height, screen.height),
    ...(isMobile && { screenOrientation: { type: 'portraitPrimary', angle: 0 } }),
  };
}

async function applyDisguise(
  session: CdpSession,
  settings: EmulationSettings,
  call: CallOptions,
): Promise<void> {
  await Promise.all([
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: disguiseOf(settings) }, call),
    session.send(
      'Emulation.setHardwareConcurrencyOverride',
      { hardwareConcurrency: settings.identity.hardwareConcurrency },
      call,
    ),
    session.send(
      'Network.overrideNetworkState',
      {
        offline: false,
        latency: ORDINARY_RTT_MS,
        downloadThroughput: 1_250_000,
        uploadThroughput: 1_250_000,
      },
      call,
    ),
  ]);
}

function disguiseOf({ identity, locale }: EmulationSettings): string {
  return disguiseSource({ ...identity, languages: expandLanguages(locale.languages) });
}

/** A worker has no scripts that run before its own, but waits until it is let go. */
async function disguiseWorker(
  session: CdpSession,
  settings: EmulationSettings,
  call: CallOptions,
): Promise<void> {
  await Promise.all([
    session.send('Runtime.evaluate', { expression: disguiseOf(settings) }, call),
    session.send(
      'Emulation.setHardwareConcurrencyOverride',
      { hardwareConcurrency: settings.identity.hardwareConcurrency },
      call,
    ),
  ]);
}
