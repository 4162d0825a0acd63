import type { CallOptions } from './cdp/pending-calls.ts';
import type { LivePage } from './page/live-page.ts';
import { PageProblem } from './page-problem.ts';

/** Width and height of the sheets of paper, inches. */
const PAPER = {
  A0: [33.11, 46.81],
  A1: [23.39, 33.11],
  A2: [16.54, 23.39],
  A3: [11.69, 16.54],
  A4: [8.27, 11.69],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
} as const satisfies Record<string, readonly [number, number]>;

export type PaperFormat = keyof typeof PAPER;

export interface PdfOptions {
  format: PaperFormat;
  landscape: boolean;
  /** 0.1 to 2. */
  scale: number;
}

const CHUNK_BYTES = 2 ** 20;
const MAX_BYTES = 100 * 2 ** 20;
/** The most sheets: a page without end is printed in part. */
const MAX_PAGES = 1_000;
const PRINT_TIMEOUT_MS = 30_000;

/** Prints a page with its backgrounds. A `PageProblem` when the file would be larger than 100 MB. */
export async function printPdf(
  { session }: LivePage,
  { format, landscape, scale }: PdfOptions,
  call: CallOptions,
): Promise<Buffer> {
  const [paperWidth, paperHeight] = PAPER[format];
  const { stream: handle } = await session.send(
    'Page.printToPDF',
    {
      landscape,
      scale,
      paperWidth,
      paperHeight,
      printBackground: true,
      pageRanges: `1-${MAX_PAGES}`,
      transferMode: 'ReturnAsStream',
    },
    { timeoutMs: PRINT_TIMEOUT_MS, ...call },
  );
  if (handle === undefined) throw new PageProblem('the browser did not print it');
  try {
    const chunks: Buffer[] = [];
    for (let bytes = 0; ;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: CHUNK_BYTES }, call);
      const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new PageProblem(`the PDF is larger than ${MAX_BYTES / 2 ** 20} MB`);
      if (eof) return Buffer.concat(chunks);
    }
  } finally {
    // Also when the time is over: the file lies in the browser until it is closed.
    session.send('IO.close', { handle }).catch(() => undefined);
  }
}
