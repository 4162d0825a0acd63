import type { FormatName } from '../../contract/options/formats.ts';
import { attributes } from './attributes.ts';
import { changeTracking } from './change-tracking.ts';
import {
  unavailable,
  type BrowserFormat,
  type Format,
  type HistoryFormat,
  type MediaFormat,
  type UnavailableFormat,
} from './format.ts';
import { html } from './html.ts';
import { images } from './images.ts';
import { links } from './links.ts';
import { markdown } from './markdown.ts';
import { rawHtml } from './raw-html.ts';

const ofBrowser: BrowserFormat = { needs: 'browser', write: undefined };
const ofMedia: MediaFormat = { needs: 'media', write: undefined };

/** Every format of the contract. A name without an entry does not compile. */
export const formats: {
  readonly [Name in FormatName]:
    | Format<Name>
    | BrowserFormat
    | HistoryFormat
    | MediaFormat
    | UnavailableFormat;
} = {
  markdown,
  html,
  rawHtml,
  links,
  images,
  attributes,
  changeTracking,
  summary: unavailable('model'),
  json: unavailable('model'),
  question: unavailable('model'),
  highlights: unavailable('model'),
  query: unavailable('model'),
  screenshot: ofBrowser,
  branding: ofBrowser,
  audio: ofMedia,
  video: ofMedia,
};
