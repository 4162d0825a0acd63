import type { Document } from '../../contract/documents/document.ts';
import type { FormatName, RequestedFormatOf } from '../../contract/options/formats.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Fields of the document that a format fills. */
export type FormatOutput = Partial<Omit<Document, 'metadata' | 'warning'>>;

/** An output format: what it needs to be made, and how. */
export interface Format<Name extends FormatName = FormatName> {
  /** `html`: the page's HTML is enough. */
  readonly needs: 'html';
  write(page: PreparedPage, options: RequestedFormatOf<Name>): FormatOutput;
}

/** A format that `scrape-page.ts` makes when the document stands: of it and of earlier versions of the page. */
export interface HistoryFormat {
  /** `history`: a database. */
  readonly needs: 'history';
  readonly write: undefined;
}

/** A format that only a page in a browser gives; `write-rendered.ts` writes it. */
export interface BrowserFormat {
  readonly needs: 'browser';
  readonly write: undefined;
}

/** A format whose files `media/take-media.ts` fetches. */
export interface MediaFormat {
  readonly needs: 'media';
  readonly write: undefined;
}

/** A promised format whose part is not built yet: asking for it is refused with FEATURE_NOT_AVAILABLE. */
export interface UnavailableFormat {
  readonly needs: 'model';
  readonly write: undefined;
}

export function unavailable(needs: UnavailableFormat['needs']): UnavailableFormat {
  return { needs, write: undefined };
}
