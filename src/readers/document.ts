import type { RequestedPdf } from '../contract/options/parsers.ts';

/** A file as its reader gets it. */
export interface DocumentSource {
  bytes: Uint8Array;
  /** The options for a PDF; their `mode` also says whether images are read. */
  pdf: RequestedPdf;
  /** Pictures are wanted as data URIs; without, a reader leaves out their bytes. */
  hasImages: boolean;
  /** Languages that scans are in, the names that Tesseract gives them, such as `eng`. */
  ocrLanguages: readonly string[];
  /** Time left for the reading, ms; what cannot be reached in it is named in `warnings`. */
  remainingMs(): number;
  /** Takes the content that is there already, for when the process has to be ended before it is done. */
  onPartial(content: DocumentContent): void;
}

/** The properties of a file; texts are trimmed and never empty. */
export interface DocumentProperties {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  description?: string;
  /** BCP 47. */
  language?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  modifiedAt?: string;
  /** The program that wrote it. */
  generator?: string;
  /** Any other property, under the name that the file gives it; only `docx`, `odt` and the like have them. */
  custom?: Readonly<Record<string, string>>;
}

/** A part of a page of a PDF. */
export interface DocumentBlock {
  /** `heading`, `paragraph`, `list`, `table`, `figure`, `caption`, `formula`, `code`, `footnote`, `header`, `footer`, `form`. */
  type: string;
  /** The kind of the block in words, such as `Heading 2`. */
  label: string;
  /** [left, top, right, bottom] as shares of the page as it is shown; null when the file does not tell. */
  bbox: readonly [number, number, number, number] | null;
  /** Empty for what is not part of the text, such as a running header. */
  html: string;
  /** The source of the block: the file's structure tree, the layout of its text, or text recognition. */
  source: 'tags' | 'layout' | 'ocr';
  /** 0 to 1; null where nothing was guessed. */
  confidence: { layout: number | null; ocr: number | null };
}

/** One page of a file that has pages. */
export interface DocumentPage {
  /** The number of the page, from 1. */
  pageNumber: number;
  /** Body HTML of what begins on this page. */
  html: string;
  /** Points, as it is shown. */
  width: number;
  height: number;
  status: 'ok' | 'partial' | 'failed';
  /** The blocks in reading order; only when they are asked for. */
  blocks: readonly DocumentBlock[];
}

/** A file as HTML. */
export interface DocumentContent {
  /**
   * The content of `<body>`: `h1`-`h6`, `p`, lists, `table` (with `thead`, `colspan`, `rowspan`), `a`, `img`, `pre`, `code`,
   * `blockquote`, `strong`, `em`, `s`, `sup`, `sub`, `math` (MathML), footnotes as `<sup><a href="#fn1">1</a></sup>`
   * with `<ol><li id="fn1">` at the end. Empty when `pages` has it.
   */
  html: string;
  properties: DocumentProperties;
  /** The pages that were read, in order, for files that have pages; `html` is then empty. */
  pages?: readonly DocumentPage[];
  /** The number of pages, for files that have pages. */
  totalPages?: number;
  /** Sentences for the document's `warning`. */
  warnings: readonly string[];
}

/** Reads one kind of file. Throws a DocumentError for what is wrong with the file. */
export type ReadDocument = (source: DocumentSource) => DocumentContent | Promise<DocumentContent>;
