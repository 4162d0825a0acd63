import type { Shown } from '../view.ts';
import type { ScrapeReply, ShownDocument } from './request.ts';

/** One way to look at a document. */
export interface Tab {
  name: string;
  /** A tab that has nothing to show is left out. */
  has: (document: ShownDocument, reply: ScrapeReply) => boolean;
  show: (document: ShownDocument, reply: ScrapeReply) => Shown;
}
