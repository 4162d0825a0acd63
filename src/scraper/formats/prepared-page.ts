import type { RemovalMask, Tree } from '../../html/tree.ts';
import type { RemovalTrace } from '../../html/main-content/trace-removals.ts';

/** The place of one value of `json`. */
export interface ValueEvidence {
  /** The field, as a JSON pointer. */
  path: string;
  source: string;
  quote?: string;
  selector?: string | undefined;
  confidence: number;
}

/** A page on its way from bytes to formats: parsed, with a mark on what the transforms took out. */
export interface PreparedPage {
  readonly tree: Tree;
  /** The page's own text, decoded. */
  readonly rawHtml: string;
  /** The address that relative ones resolve against: the base element, else the final URL. */
  readonly base: URL;
  /** The parts that are left out of `markdown` and `html`: tops of removed subtrees carry a rule number. */
  readonly removed: RemovalMask;
  /** The parts that are left out of `links` and `images`: as above, but hidden parts count as parts of a whole page. */
  readonly unlisted: RemovalMask;
  /** The parts that the caller's selectors alone leave out. */
  readonly deselected: RemovalMask;
  /** 1 at each block that stays although the page hides it; undefined when none does. */
  readonly shown: Uint8Array | undefined;
  /** Ready Markdown of a page that is not HTML (text, Markdown); wins over the tree. */
  readonly readyMarkdown: string | undefined;
  readonly removeBase64Images: boolean;
  /** A language model makes the formats that it can; what is made of the page's own words stands in for it. */
  readonly hasModel: boolean;
  /** The places of the values of `json`; undefined where it has none. */
  evidence?: readonly ValueEvidence[];
  /** The same for the metadata; undefined unless they are asked for. */
  jsonEvidence?: string;
  /** Sentences for the document's `warning`. */
  readonly warnings: string[];
  /** Why blocks were removed, block by block; costs time, so it is made on demand. */
  explainRemovals(): RemovalTrace[];
}
