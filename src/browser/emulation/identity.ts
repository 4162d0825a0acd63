import type { Protocol } from 'devtools-protocol';
import { brandsOf, chromeUserAgent } from '../../net/headers/browser-headers.ts';

export interface Viewport {
  /** CSS pixels. */
  width: number;
  height: number;
  deviceScaleFactor: number;
}

/** The machine as a page sees it; every part tells the same story. */
export interface PageIdentity {
  isMobile: boolean;
  userAgent: string;
  /** `navigator.userAgentData` and the client hints; absent when the user agent is a caller's own. */
  metadata: Protocol.Emulation.UserAgentMetadata | undefined;
  /** `navigator.platform`. */
  platform: string;
  viewport: Viewport;
  screen: { width: number; height: number };
  hardwareConcurrency: number;
  /** The graphics card that WebGL names. */
  graphics: { vendor: string; renderer: string };
}

/**
 * Wide enough for the desktop layout of a page, and half of the pixels of a whole full HD screen, which would only cost
 * time to draw. It is the window that `browserFlags` opens.
 */
export const DESKTOP_VIEWPORT: Viewport = { width: 1280, height: 800, deviceScaleFactor: 1 };

export const DESKTOP_SCREEN = { width: 1920, height: 1080 };

/** A Pixel 7. */
const MOBILE_VIEWPORT: Viewport = { width: 412, height: 915, deviceScaleFactor: 2.625 };

const MOBILE = {
  model: 'Pixel 7',
  platformVersion: '14.0.0',
  /** Chrome on Android names this platform on every processor. */
  platform: 'Linux armv81',
  graphics: { vendor: 'ARM', renderer: 'Mali-G710' },
};

const DESKTOP = {
  platform: 'Linux x86_64',
  graphics: {
    vendor: 'Google Inc. (Intel)',
    renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)',
  },
};

/** For a browser that does not say what it is. */
const FALLBACK_VERSION = '153.0.0.0';

export interface IdentityOptions {
  /** The browser's own, such as `HeadlessChrome/153.0.8010.0`: what it can do belongs to that release. */
  version: string;
  isMobile: boolean;
}

/** Chrome of the browser's own release on a Linux desktop or an Android phone. */
export function createIdentity({ version, isMobile }: IdentityOptions): PageIdentity {
  const fullVersion = /\/(\d+(?:\.\d+)+)/.exec(version)?.[1] ?? FALLBACK_VERSION;
  const major = Number.parseInt(fullVersion, 10);
  const brands = brandsOf(major);
  const { platform, graphics } = isMobile ? MOBILE : DESKTOP;
  return {
    isMobile,
    userAgent: chromeUserAgent(isMobile, major),
    metadata: {
      brands,
      fullVersionList: brands.map((entry) => ({
        brand: entry.brand,
        version: entry.version === String(major) ? fullVersion : `${entry.version}.0.0.0`,
      })),
      fullVersion,
      platform: isMobile ? 'Android' : 'Linux',
      // Chrome on Linux says nothing here.
      platformVersion: isMobile ? MOBILE.platformVersion : '',
      architecture: isMobile ? '' : 'x86',
      bitness: isMobile ? '' : '64',
      model: isMobile ? MOBILE.model : '',
      mobile: isMobile,
      wow64: false,
      formFactors: [isMobile ? 'Mobile' : 'Desktop'],
    },
    platform,
    viewport: isMobile ? MOBILE_VIEWPORT : DESKTOP_VIEWPORT,
    screen: isMobile ? { width: MOBILE_VIEWPORT.width, height: MOBILE_VIEWPORT.height } : DESKTOP_SCREEN,
    hardwareConcurrency: 8,
    graphics,
  };
}

/** The identity under a user agent of the caller's choice, which says nothing else of itself. */
export function withUserAgent(identity: PageIdentity, userAgent: string): PageIdentity {
  return {
    ...identity,
    userAgent,
    metadata: undefined,
    platform: platformOf(userAgent) ?? identity.platform,
  };
}

const PLATFORMS: ReadonlyArray<[sign: RegExp, platform: string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Linux armv81'],
  [/\bWindows\b/, 'Win32'],
  [/\bMacintosh\b/, 'MacIntel'],
];

function platformOf(userAgent: string): string | undefined {
  return PLATFORMS.find(([sign]) => sign.test(userAgent))?.[1];
}
