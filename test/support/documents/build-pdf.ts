import { pdfStream, rawPdf } from './hostile/raw-pdf.ts';

/** What a page of a made PDF has; texts are PDF syntax (ISO 32000-1). */
export interface PdfPageParts {
  /** Operators. Fonts are /F1 (Helvetica), /F2 (Times bold italic), /F3 (Courier) and those of `fonts`. */
  content: string;
  /** Further entries of the page's dictionary, such as `/Rotate 90`. Objects made by `object` can be referred to. */
  entries?: string;
  /** Further resources, such as `/XObject << /X1 7 0 R >>`. */
  resources?: string;
  fonts?: string;
}

/** Builds PDFs object by object. */
export class PdfBuilder {
  readonly #objects: Array<string | Buffer> = ['', ''];
  readonly #pages: string[] = [];
  /** Entries of the catalogue. */
  catalog = '';
  /** Entries of the trailer, such as `/Info 5 0 R`. */
  trailer = '';

  /** Adds an object and returns a reference to it, such as `7 0 R`. */
  object(body: string | Buffer): string {
    this.#objects.push(body);
    return `${this.#objects.length} 0 R`;
  }

  stream(content: string | Buffer, dictionary = ''): string {
    return this.object(pdfStream(content, dictionary));
  }

  /** Returns a reference to the page, which may have been made before. */
  page({ content, entries = '', resources = '', fonts = '' }: PdfPageParts, page = this.object('')): string {
    const stream = this.stream(content);
    const named = ['Helvetica', 'Times-BoldItalic', 'Courier']
      .map(
        (name, index) =>
          `/F${index + 1} << /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
      )
      .join(' ');
    const box = entries.includes('/MediaBox') ? '' : '/MediaBox [0 0 600 800]';
    this.set(
      page,
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${stream} /Resources << /Font << ${named} ${fonts} >> ${resources} >> ${entries} >>`,
    );
    this.#pages.push(page);
    return page;
  }

  /** Fills in an object that was made before what it refers to. */
  set(reference: string, body: string): void {
    this.#objects[Number.parseInt(reference, 10) - 1] = body;
  }

  build(): Buffer {
    this.#objects[0] = `<< /Type /Catalog /Pages 2 0 R ${this.catalog} >>`;
    this.#objects[1] = `<< /Type /Pages /Kids [${this.#pages.join(' ')}] /Count ${this.#pages.length} >>`;
    return rawPdf(this.#objects, this.trailer);
  }
}

/** A file with these pages. */
export function buildPdf(...pages: readonly PdfPageParts[]): Buffer {
  const builder = new PdfBuilder();
  for (const page of pages) builder.page(page);
  return builder.build();
}

/** A line of text at a place, in points from the bottom left corner. */
export function textAt(x: number, y: number, text: string, { size = 12, font = 'F1' } = {}): string {
  const escaped = text.replaceAll(/[\\()]/g, '\\$&');
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`;
}

/** A font whose codes stand for other characters: the entry of /ToUnicode, from pairs of code and text. */
export function toUnicode(pairs: ReadonlyArray<readonly [code: number, text: string]>): Buffer {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const lines = pairs.map(([code, text]) => `<${code.toString(16).padStart(2, '0')}> <${hex(text)}>`);
  return pdfStream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange ${pairs.length} beginbfchar ${lines.join(' ')} endbfchar endcmap end end`,
  );
}
