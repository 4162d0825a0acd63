import type { CdpSession } from '../../../src/browser/cdp/cdp-session.ts';
import { callOnPage } from '../../../src/browser/page/evaluate.ts';
import { escapeText } from '../../../src/readers/markup.ts';
import type { BenchDocument } from '../model.ts';
import type { PrintSettings } from './layouts.ts';
import { printedHtml } from './printed-html.ts';
import { measureBlocks } from './measure-blocks.js';
import { placeBlocks } from './place-blocks.js';
import { columnWidthOf, planPages } from './plan-pages.ts';
import { shufflePages } from './shuffle-pages.js';

const CALL = { timeoutMs: 60_000 };
const PIXELS_PER_INCH = 96;
/** Room for the running text of pages that are filled by the script. */
const RUNNING_PIXELS = 62;

/** Prints a document in a tab that is used for nothing else; undefined when it cannot be set in this layout. */
export async function printDocument(
  session: CdpSession,
  document: BenchDocument,
  settings: PrintSettings,
): Promise<Buffer | undefined> {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, CALL);
  const html = printedHtml(document, settings);
  await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, CALL);
  const [paperWidth, paperHeight] = settings.paper;
  const [marginTop, marginRight, marginBottom, marginLeft] = settings.margins;
  if (settings.shuffledColumns !== undefined) {
    const size = {
      width: Math.floor((paperWidth - marginLeft - marginRight) * PIXELS_PER_INCH),
      height: Math.floor((paperHeight - marginTop - marginBottom) * PIXELS_PER_INCH) - RUNNING_PIXELS,
    };
    const seed = document.name.length * 7_919 + document.blocks.length;
    const { header, footer } = document;
    const columns = settings.shuffledColumns;
    const widths = { width: size.width, columnWidth: columnWidthOf({ ...size, columns }) };
    const blocks = await callOnPage(session, measureBlocks, [widths], CALL);
    const plan = planPages(blocks, { ...size, columns, isRtl: document.isRtl });
    if (plan === undefined) return undefined;
    await callOnPage(session, placeBlocks, [plan], CALL);
    await callOnPage(session, shufflePages, [{ ...size, seed, header, footer }], CALL);
  }
  const { data } = await session.send(
    'Page.printToPDF',
    {
      paperWidth,
      paperHeight,
      marginTop,
      marginRight,
      marginBottom,
      marginLeft,
      printBackground: true,
      generateTaggedPDF: settings.isTagged,
      displayHeaderFooter: settings.hasRunningText,
      headerTemplate: running(
        `<span>${escapeText(document.header)}</span><span>${escapeText(document.author)}</span>`,
      ),
      footerTemplate: running(`<span>${escapeText(document.footer)}</span><span class="pageNumber"></span>`),
    },
    CALL,
  );
  return Buffer.from(data, 'base64');
}

function running(spans: string): string {
  return `<div style="font:8px 'Open Sans';width:100%;margin:0 0.8in;display:flex;justify-content:space-between">${spans}</div>`;
}
