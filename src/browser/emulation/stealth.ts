import { addChromeObject } from './disguise/add-chrome-object.js';
import { addPlugins } from './disguise/add-plugins.js';
import { makePlugins } from './disguise/make-plugins.js';
import { makeStandIns } from './disguise/make-stand-ins.js';
import { replaceAnswers } from './disguise/replace-answers.js';
import type { PageIdentity } from './identity.ts';

type Disguise = Pick<PageIdentity, 'isMobile' | 'userAgent' | 'platform' | 'graphics'> & {
  /** `navigator.languages`. */
  languages: readonly string[];
};

/**
 * A script that takes away the traces of an automated browser which no setting of the browser covers; to be run before
 * any of a page's or worker's own. Each part returns at once where it has no business.
 */
export function disguiseSource({ isMobile, userAgent, platform, graphics, languages }: Disguise): string {
  const parts = [replaceAnswers, addChromeObject, addPlugins].map((part) => `(${part.toString()})(s, i);`);
  const identity = JSON.stringify({ isMobile, userAgent, platform, graphics, languages });
  const standIns = `{ ...(${makeStandIns.toString()})(), makePlugins: ${makePlugins.toString()} }`;
  return `(() => { 'use strict'; const i = ${identity}; const s = ${standIns}; ${parts.join(' ')} })();`;
}
