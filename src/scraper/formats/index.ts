import type { OptionThatNeeds } from '../../contract/needs.ts';
import type { FormatName } from '../../contract/options/formats.ts';
import { attributes } from './attributes.ts';
import { audio } from './audio.ts';
import { brandingFormat } from './branding.ts';
import { changeTracking } from './change-tracking.ts';
import type { BrowserFormat, Format } from './format.ts';
import { highlights } from './highlights.ts';
import { html } from './html.ts';
import { images } from './images.ts';
import { json } from './json.ts';
import { links } from './links.ts';
import { markdown } from './markdown.ts';
import { query } from './query.ts';
import { question } from './question.ts';
import { rawHtml } from './raw-html.ts';
import { screenshotFormat } from './screenshot.ts';
import { summary } from './summary.ts';
import { video } from './video.ts';

/** A format needs a browser exactly where the contract says so. */
type FormatNamed<Name extends FormatName> =
  `formats: ${Name}` extends OptionThatNeeds<'browser'>
    ? BrowserFormat<Name>
    : Exclude<Format<Name>, BrowserFormat<Name>>;

/** Every format of the contract. A name without an entry does not compile. */
export const formats: { readonly [Name in FormatName]: FormatNamed<Name> } = {
  markdown,
  html,
  rawHtml,
  links,
  images,
  attributes,
  changeTracking,
  summary,
  json,
  question,
  highlights,
  query,
  screenshot: screenshotFormat,
  branding: brandingFormat,
  audio,
  video,
};
