import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { CdpSession } from '../../../src/browser/cdp/cdp-session.ts';
import { PdfSession } from '../../../src/readers/pdf/pdf-session.ts';
import { PdfBuilder } from '../../../test/support/documents/build-pdf.ts';
import { FIXTURE_FOLDER, startPrinter } from '../print/print-all.ts';
import { degrade } from './degrade.ts';
import type { Shape } from './sheet.ts';

const CALL = { timeoutMs: 60_000 };
const DPI = 200;
const DEGRADING = fileURLToPath(new URL('./degrade.ts', import.meta.url));

/** A page and the PDF that was made of it. */
export interface PrintedShape {
  shape: Shape;
  file: string;
}

/** Prints the pages, and scans those that are scans, or takes them from the last run. */
export async function printShapes(shapes: readonly Shape[], signal: AbortSignal): Promise<PrintedShape[]> {
  await mkdir(FIXTURE_FOLDER, { recursive: true });
  const degrading = await readFile(DEGRADING);
  const printed = shapes.map((shape): PrintedShape => {
    const hash = createHash('sha256').update(JSON.stringify([shape.html, shape.paper, shape.margin]));
    if (isScan(shape)) hash.update(degrading);
    return {
      shape,
      file: path.join(FIXTURE_FOLDER, `${shape.name}-${hash.digest('hex').slice(0, 16)}.pdf`),
    };
  });
  const missing = printed.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return printed;
  await using browser = await startPrinter();
  await using context = await browser.newContext();
  const { session } = await context.newPage();
  await session.send('Page.enable');
  for (const { shape, file } of missing) {
    signal.throwIfAborted();
    const clean = await print(session, shape);
    await writeFile(`${file}.part`, isScan(shape) ? await scan(clean, shape) : clean);
    await rename(`${file}.part`, file);
  }
  return printed;
}

/** Whether a page is printed and then made a picture. */
export function isScan({ genre }: Shape): boolean {
  return genre.startsWith('scan');
}

async function print(session: CdpSession, { html, paper, margin }: Shape): Promise<Buffer> {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, CALL);
  await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, CALL);
  const { data } = await session.send(
    'Page.printToPDF',
    {
      paperWidth: paper[0],
      paperHeight: paper[1],
      marginTop: margin,
      marginRight: margin,
      marginBottom: margin,
      marginLeft: margin,
      printBackground: true,
      generateTaggedPDF: false,
      displayHeaderFooter: false,
    },
    CALL,
  );
  return Buffer.from(data, 'base64');
}

/** A PDF whose pages are degraded pictures of the pages of another. */
async function scan(clean: Buffer, { name }: Shape): Promise<Buffer> {
  const session = await PdfSession.open(clean);
  const builder = new PdfBuilder();
  try {
    for (let index = 0; index < session.pageCount; index++) {
      const raster = await session.render(index, DPI);
      if (raster === undefined) throw new Error(`${name} cannot be painted`);
      const { width, height, data } = degrade(raster, Number(name.split('-').at(-1)) + index);
      const image = builder.stream(
        deflateSync(data),
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      );
      const size = [width, height].map((side) => ((side * 72) / DPI).toFixed(2));
      builder.page({
        content: `q ${size[0]} 0 0 ${size[1]} 0 0 cm /I Do Q`,
        resources: `/XObject << /I ${image} >>`,
        entries: `/MediaBox [0 0 ${size.join(' ')}]`,
      });
    }
    return builder.build();
  } finally {
    await session.close();
  }
}
