import type { Document } from '../../contract/documents/document.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { FormatName, RequestedFormatOf } from '../../contract/options/formats.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Fields of the document that a format fills. */
export type FormatOutput = Partial<Omit<Document, 'metadata' | 'warning'>>;

/** The facts of a format that are known before it is made. */
interface FormatFacts<Name extends FormatName> {
  /** An uploaded file can have it as well as a web page. */
  readonly isOfFile: boolean;
  /** Credits beside those of the page (wire contract 4.4); none when absent. */
  readonly credits?: number;
  /** A language model makes it where one is configured, and its credits are for that alone. */
  readonly isByModel?: boolean;
  /** The format whose credits it costs, where that is another one: several that name the same one cost them once. */
  chargedAs?(options: RequestedFormatOf<Name>): FormatName;
}

/** A format that the page's HTML is enough for; a stored copy has it. */
export interface HtmlFormat<Name extends FormatName> extends FormatFacts<Name> {
  readonly needs: 'html';
  write(page: PreparedPage, options: RequestedFormatOf<Name>): FormatOutput;
}

/**
 * A format that `scrape-page.ts` makes when the document stands: of it and of earlier versions of the page, which a
 * database has. A stored copy is no news, so it does only for who asks for a copy.
 */
export interface HistoryFormat<Name extends FormatName> extends FormatFacts<Name> {
  readonly needs: 'history';
  readonly write: undefined;
}

/** A format that only a page in a browser gives; `write-rendered.ts` writes it. */
export interface BrowserFormat<Name extends FormatName> extends FormatFacts<Name> {
  readonly needs: 'browser';
  /** The part of a page's `Rendering` that it is made of; a stored copy has it when it has this part. */
  readonly part: 'screenshot' | 'branding';
  /** The code of the failure where there is no page: of a file, or of plain text. */
  readonly refusal: ErrorCode;
  readonly write: undefined;
}

/** A format whose files `take-media.ts` fetches; no stored copy has it. */
export interface MediaFormat<Name extends FormatName> extends FormatFacts<Name> {
  readonly needs: 'media';
  readonly write: undefined;
}

/** An output format: what it needs, what it costs, which inputs and stored copies can have it, and how it is written. */
export type Format<Name extends FormatName = FormatName> =
  | HtmlFormat<Name>
  | HistoryFormat<Name>
  | BrowserFormat<Name>
  | MediaFormat<Name>;
