/**
 * Run by `document-files.process.test.ts`: the service with one kind of document more, which is an entry in
 * `document-files.ts` and a folder. Prints a `NewKindProbe`.
 */
import { registerHooks } from 'node:module';

/** What became of Java archives, which are refused without the entry. */
export interface NewKindProbe {
  /** By the bytes alone; by the media type alone; by the name alone. */
  detected: readonly string[];
  isDocument: boolean;
  isUploadRefused: boolean;
  startFolder: string;
  /** Modules that the service loaded, paths within `src`. */
  loadedByService: readonly string[];
  /** What the reader made of a file. */
  html: string;
}

const ENTRY = `
  probe: {
    label: 'Java archives',
    mediaTypes: ['application/java-archive'],
    extensions: ['jar'],
    zip: { mimetype: 'application/java-archive' },
    load: async () => (await import('./probe/read-probe.ts')).readProbe,
  },`;
const READER = `export const readProbe = ({ bytes }) => ({ html: '<p>' + bytes.length + '</p>', properties: {}, warnings: [] });`;

const src = new URL('../../../src/', import.meta.url).href;
const loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './probe/read-probe.ts'
      ? { url: `data:text/javascript,${encodeURIComponent(READER)}`, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    if (url.startsWith(src)) loaded.push(url.slice(src.length));
    const module = next(url, context);
    if (url !== `${src}readers/document-files.ts`) return module;
    const source = Buffer.from(module.source as Uint8Array).toString();
    return { ...module, source: source.replace('DOCUMENT_FILES = {', (start) => start + ENTRY) };
  },
});

await import('../../../src/app.ts');
const { detectContentKind } = await import('../../../src/readers/detect/detect-content-kind.ts');
const { kindOfUpload } = await import('../../../src/readers/detect/kind-of-upload.ts');
const { isDocumentKind } = await import('../../../src/readers/index.ts');
const { startFolder } = await import('../../../src/frontier/start-folder.ts');
const { DOCUMENT_FILES } = await import('../../../src/readers/document-files.ts');
const { buildZip } = await import('./build-zip.ts');
const { sourceOf } = await import('./document-source.ts');

const type = 'application/java-archive';
const bytes = buildZip({ mimetype: type, 'content.xml': '<x/>' }, { stored: ['mimetype'] });
const plain = new URL('https://example.com/file');
const named = new URL('https://example.com/talks/file.jar');
const unknown = buildZip({ 'content.xml': '<x/>' });
const detected = [
  detectContentKind(undefined, bytes, plain),
  detectContentKind(type, unknown, plain),
  detectContentKind(undefined, unknown, named),
];
const loadedByService = [...loaded];
const readDocument = await Object.entries(DOCUMENT_FILES)
  .find(([kind]) => kind === detected[0])![1]
  .load();
const { html } = await readDocument(sourceOf(bytes));
const probe: NewKindProbe = {
  detected,
  isDocument: isDocumentKind(detected[0]!),
  isUploadRefused: kindOfUpload('file.jar', undefined).isRefused,
  startFolder: startFolder(named),
  loadedByService,
  html,
};
process.stdout.write(`${JSON.stringify(probe)}\n`);
