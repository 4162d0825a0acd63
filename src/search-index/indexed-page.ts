/** A picture that belongs to the content of a page. */
export interface IndexedImage {
  url: string;
  alt: string;
  width?: number;
  height?: number;
}

/** A page as the search index keeps it: made by the scraper, written with the scrape. */
export interface IndexedPage {
  teamId: string;
  /** 16 bytes of the digest of the URL's normal form. */
  urlKey: Buffer;
  /** Final URL, without user name and password. */
  url: string;
  title: string;
  description: string;
  /** Headings, one a line. */
  headings: string;
  /** The text of the link that led here; empty when none did. */
  linkText: string;
  language: string | undefined;
  /** Page type of the main-content filter; `news` is what says so itself. */
  pageType: string | undefined;
  /** pdf, docx, ...; undefined for a web page. */
  fileType: string | undefined;
  publishedAt: Date | undefined;
  fetchedAt: Date;
  images: IndexedImage[];
  imageUrl: string | undefined;
  /** The main content as plain text, compressed with Zstandard. */
  text: Buffer;
  textBytes: number;
  textHash: Buffer;
  simhash: bigint | undefined;
}
