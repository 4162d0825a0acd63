import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** Playwright's own registry of the objects that a browser has told it of. */
type Connection = Record<typeof CREATE, Method>;

const CREATE = '_createRemoteObject';

/** Has Playwright send files to the page by their contents: the browser shares no folder with this process. */
export function sendFilesAsContents(context: BrowserContext): void {
  // Ways to a handle of an element are many, and to listen for choosers would keep the page from opening them for others.
  const { _connection: connection } = context as unknown as { _connection: Connection };
  const create = connection[CREATE];
  let hasHandles = false;
  connection[CREATE] = function createRemoteObject(...args) {
    const created = create.apply(this, args);
    if (!hasHandles && args[1] === 'ElementHandle') {
      hasHandles = true;
      wrapFiles(Object.getPrototypeOf(created) as Methods, 0);
    }
    return created;
  };
  let hasFrames = false;
  const see = (page: Page): void => {
    if (hasFrames) return;
    hasFrames = true;
    wrapFiles(Object.getPrototypeOf(page.mainFrame()) as Methods, 1);
  };
  context.pages().forEach(see);
  context.on('page', see);
}

/** Files are the argument at `at`. */
function wrapFiles(methods: Methods, at: number): void {
  const original = methods['setInputFiles']!;
  methods['setInputFiles'] = async function setFilesByContents(...args) {
    const files = await Promise.all([args[at]].flat().map(fileContents));
    await original.apply(this, args.with(at, files));
  };
}

async function fileContents(file: unknown): Promise<unknown> {
  if (typeof file !== 'string') return file;
  const mimeType = FILE_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { name: path.basename(file), mimeType, buffer: await readFile(file) };
}
