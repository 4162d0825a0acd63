import { buffer } from 'node:stream/consumers';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import type { PageMetadata } from '../html/metadata.ts';
import type { BlobKey } from '../lib/blob-key.ts';
import { ServiceError } from '../lib/service-error.ts';
import { blobReference } from '../lib/blob-reference.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Artefact, StoredArtefact } from './artefact.ts';
import type { toBranding } from './formats/branding/to-branding.ts';
import type { FormatOutput } from './formats/format.ts';
import type { Rendering } from './page.ts';

export interface WriteRenderedOptions {
  /** The store for files; undefined: they are put into the document itself. */
  blobs: BlobStore | undefined;
  options: Pick<ScrapeOptions, 'zeroDataRetention' | 'lockdown' | 'formats'>;
  /** Final URL of the page. */
  url: string;
  metadata: PageMetadata;
  signal: AbortSignal;
}

/** The rendering's fields of a document, and the rendering as the cache keeps it. */
export interface WrittenRendering {
  /** The fields of a document that only the browser fills. Files are references to blobs. */
  content: FormatOutput;
  /** The same for the page cache: without bytes. */
  stored: Rendering;
}

/** Puts files into the blob store; under zero data retention, and without a store, into the document itself. */
export async function writeRendered(
  rendered: Rendering,
  { blobs, options, url, metadata, signal }: WriteRenderedOptions,
): Promise<WrittenRendering> {
  const store = options.zeroDataRetention || options.lockdown ? undefined : blobs;
  const { actions, branding } = rendered;
  const isAsked = (name: string): boolean => options.formats.some(({ type }) => type === name);
  const picture = isAsked('screenshot') ? rendered.screenshot : undefined;
  const screenshot = picture && (await writeFile(picture, { store, blobs, signal }));
  const writeAll = (files: readonly Artefact[]): Promise<string[]> =>
    Promise.all(files.map(async (file) => (await writeFile(file, { store, blobs, signal })).text));
  return {
    content: {
      ...(screenshot && { screenshot: screenshot.text }),
      ...(rendered.elements && { elements: rendered.elements }),
      ...(actions && {
        actions: {
          screenshots: await writeAll(actions.screenshots),
          scrapes: actions.scrapes,
          javascriptReturns: actions.javascriptReturns,
          pdfs: await writeAll(actions.pdfs),
        },
      }),
      ...(branding && isAsked('branding') && (await writeBranding(branding, { url, metadata }))),
    },
    stored: {
      warnings: rendered.warnings,
      ...(rendered.timezone !== undefined && { timezone: rendered.timezone }),
      ...(branding && { branding }),
      ...(screenshot?.blob !== undefined && { screenshot: { blob: screenshot.blob } }),
    },
  };
}

/** Loaded with the first page that it is asked for: nobody else needs its library of colours. */
async function writeBranding(...facts: Parameters<typeof toBranding>): Promise<FormatOutput> {
  const { toBranding: write } = await import('./formats/branding/to-branding.ts');
  return { branding: write(...facts) };
}

async function writeFile(
  file: Artefact | StoredArtefact,
  {
    store,
    blobs,
    signal,
  }: { store: BlobStore | undefined; blobs: BlobStore | undefined; signal: AbortSignal },
): Promise<{ text: string; blob?: BlobKey }> {
  if ('blob' in file && store === undefined) {
    // Nothing more is kept: the picture of the stored copy comes along as it is.
    const kept = await blobs?.open(file.blob, signal);
    if (kept === undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA');
    const bytes = await buffer(await kept.read(undefined, signal));
    return { text: dataUri(kept.contentType, bytes) };
  }
  if ('blob' in file) {
    // A document of today refers to files of today: those of a day go together.
    const blob = (await blobs?.renew(file.blob, signal)) ?? file.blob;
    return { text: blobReference(blob), blob };
  }
  if (store === undefined) return { text: dataUri(file.contentType, file.bytes) };
  const blob = await store.put(file, signal);
  return { text: blobReference(blob), blob };
}

function dataUri(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${bytes.toString('base64')}`;
}
