import type { PictureElements } from '../contract/documents/picture-elements.ts';
import type { LiveMedia } from '../browser/find-live-media.ts';
import type { BrandingFacts } from '../browser/read-branding.ts';
import type { EncodedBody } from '../net/body/content-codings.ts';
import type { ActionResults } from './actions/action.ts';
import type { Artefact, StoredArtefact } from './artefact.ts';

/** A fetched page, as an engine returns it and as the cache keeps it. */
export interface Page {
  /** Final URL, after redirects. */
  url: string;
  status: number;
  /** Response headers, names in lower case. */
  headers: Readonly<Record<string, string>>;
  contentType: string | undefined;
  /** The body after content decoding; for a rendered page, its HTML as UTF-8. */
  body: Uint8Array;
  /**
   * The body in fewer bytes: as the site sent it, or as a thread that converted it compressed it. Undefined when neither
   * is the case, and for a page from the cache.
   */
  encoded?: EncodedBody | undefined;
  /** The body is the HTML of what a browser showed. */
  isSnapshot?: boolean;
  /** Only for a page that a browser was asked for. */
  rendered?: Rendering | undefined;
}

/** The parts of a page that only a browser can tell; each is there only when it was asked for. */
export interface Rendering {
  /** Stored in the blob store only when the page comes from the cache. */
  screenshot?: Artefact | StoredArtefact;
  /** The elements that can be pointed at in the screenshot. */
  elements?: PictureElements;
  actions?: ActionResults;
  branding?: BrandingFacts;
  /** Sound and film that the page loaded or offers. */
  media?: LiveMedia;
  /** Sentences for the document's `warning`. */
  warnings: string[];
  /** Time that it waited for a place in a browser, ms; absent when there was one at once. */
  queuedMs?: number;
  /** The emulated time zone. */
  timezone?: string;
}
