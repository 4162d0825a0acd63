/** A PDF from the texts of its objects (ISO 32000-1, 7.5): object 1 is the catalog. Undefined entries are left out of the file. */
export function rawPdf(objects: ReadonlyArray<string | Buffer | undefined>, trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(object === undefined ? 0 : offset);
    if (object === undefined) continue;
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(part);
    offset += part.length;
  }
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 ${at === 0 ? 'f' : 'n'} \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function pdfStream(content: string | Buffer, dictionary = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** A file of one page with this content; further objects have numbers from 6. */
export function onePagePdf(content: Buffer, page = '', more: ReadonlyArray<string | Buffer> = []): Buffer {
  return rawPdf([
    CATALOG,
    ONE_PAGE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    content,
    HELVETICA,
    ...more,
  ]);
}

/** A line of text near the top. */
export const HELLO = 'BT /F1 12 Tf 72 700 Td (Hello, this is a line of text.) Tj ET';
