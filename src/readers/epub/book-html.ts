import { escapeAttribute } from '../markup.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { pictureUri } from '../html-writer/picture-uri.ts';
import { resolvePartName } from '../ooxml/part-name.ts';
import type { ZipArchive } from '../zip/open-zip.ts';

/** Bytes of all pictures; as data URIs they are a third longer. */
const MAX_PICTURE_BYTES = 30_000_000;

export interface BookOptions {
  archive: ZipArchive;
  /** Names of the chapters in reading order. */
  chapters: readonly string[];
  hasImages: boolean;
}

/**
 * The HTML of a book while its chapters are written. Chapters become sections of one page, so ids get the number of their
 * chapter; those that no link leads to are dropped at the end.
 */
export class BookHtml {
  readonly #parts: string[] = [];
  readonly #archive: ZipArchive;
  readonly #hasImages: boolean;
  readonly #numbers: ReadonlyMap<string, number>;
  /** Where in the parts the attribute for an id stands. */
  readonly #places = new Map<string, number>();
  /** In the order of their places. */
  readonly #ids: string[] = [];
  readonly #wanted = new Set<string>();
  readonly #pictures = new Map<string, string | undefined>();
  readonly #budget = new OutputBudget();
  #pictureBytesLeft = MAX_PICTURE_BYTES;
  #arePicturesLeftOut = false;

  constructor({ archive, chapters, hasImages }: BookOptions) {
    this.#archive = archive;
    this.#hasImages = hasImages;
    this.#numbers = new Map(chapters.map((name, index) => [name, index + 1]));
  }

  get isFull(): boolean {
    return this.#budget.isExceeded;
  }

  get arePicturesLeftOut(): boolean {
    return this.#arePicturesLeftOut;
  }

  /** Position to go back to with `forget`. */
  get mark(): number {
    return this.#parts.length;
  }

  write(html: string): void {
    this.#parts.push(html);
    this.#budget.take(html.length);
  }

  /** Takes back what was written since a mark. */
  forget(mark: number): void {
    this.#parts.length = mark;
    while (this.#ids.length > 0 && (this.#places.get(this.#ids.at(-1)!) ?? 0) >= mark) {
      this.#places.delete(this.#ids.pop()!);
    }
  }

  /** Writes the attribute for an id of a chapter, the chapter's own for ''; the first of two alike counts. */
  writeId(chapter: string, id: string): void {
    const name = this.#idOf(chapter, id);
    if (name === undefined || this.#places.has(name)) return;
    this.#places.set(name, this.#parts.length);
    this.#ids.push(name);
    this.write(` id="${escapeAttribute(name)}"`);
  }

  /** Address of a link in a chapter; undefined when it leads to nothing in the page. */
  linkFrom(chapter: string, href: string): string | undefined {
    const address = href.trim();
    if (/^[a-z][\w+.-]*:/i.test(address)) return linkAddress(address);
    const [path = '', fragment = ''] = address.split('#', 2);
    const target = path === '' ? chapter : resolvePartName(chapter, path);
    const name = this.#idOf(target, decodeFragment(fragment));
    if (name === undefined) return undefined;
    this.#wanted.add(name);
    return `#${name}`;
  }

  /** An `img`; '' when there is nothing to show or to say. */
  imageFrom(chapter: string, source: string, alt: string): string {
    const uri =
      this.#hasImages && source !== '' ? this.#pictureOf(resolvePartName(chapter, source)) : undefined;
    if (uri !== undefined) return `<img src="${uri}" alt="${escapeAttribute(alt)}">`;
    return alt === '' ? '' : `<img alt="${escapeAttribute(alt)}">`;
  }

  finish(): string {
    for (const [id, place] of this.#places) if (!this.#wanted.has(id)) this.#parts[place] = '';
    return this.#parts.join('');
  }

  #idOf(chapter: string, id: string): string | undefined {
    const number = this.#numbers.get(chapter);
    if (number === undefined) return undefined;
    // The id comes first: by names such as `fn1` notes are told from other things.
    return id === '' ? `chapter-${number}` : `${id.replace(/[\s"'<>&#%]+/g, '-')}-${number}`;
  }

  #pictureOf(name: string): string | undefined {
    if (!this.#pictures.has(name)) this.#pictures.set(name, this.#readPicture(name));
    const uri = this.#pictures.get(name);
    if (uri === undefined) return undefined;
    // A picture counts each time that it is shown.
    if (uri.length > this.#pictureBytesLeft) {
      this.#arePicturesLeftOut = true;
      return undefined;
    }
    this.#pictureBytesLeft -= uri.length;
    return uri;
  }

  #readPicture(name: string): string | undefined {
    const bytes = this.#archive.has(name) ? this.#archive.read(name) : undefined;
    if (bytes === undefined) return undefined;
    if (bytes.length > this.#pictureBytesLeft) {
      this.#arePicturesLeftOut = true;
      return undefined;
    }
    return pictureUri(bytes);
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
