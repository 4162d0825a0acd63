import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const INSTALL_TIMEOUT_MS = 400_000;

/** The packages that docs/rag.md names, 170 MB with what they need: too much to lie beside the checkout. */
export const RAG_PACKAGES = [
  '@langchain/community@1.1.29',
  '@langchain/core@1.4.0',
  '@mendable/firecrawl-js@4.42.0',
  '@llamaindex/readers@3.1.22',
  '@llamaindex/core@0.6.23',
  '@llamaindex/env@0.1.31',
] as const;

/** What other packages might need of them is left out. */
const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--omit=optional'];

/** Installs them into a folder; false where no registry can be reached. */
export async function installRagPackages(folder: string): Promise<boolean> {
  // Certificates and proxies of this machine are in the environment.
  const options = { cwd: folder, timeout: INSTALL_TIMEOUT_MS };
  const [first] = RAG_PACKAGES;
  const isThere = await run('npm', ['view', first, 'version', '--fetch-retries=0'], options).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', ...QUIETLY, ...RAG_PACKAGES], options);
  return true;
}

/**
 * Lays the client, which the checkout has under its other name, where the loader of LangChain looks for it, and beside it
 * as much of the loader as speaks to the client: `load()` of `@langchain/community` 1.1.29, without its class of documents.
 */
export async function playLoader(folder: string): Promise<void> {
  const scope = path.join(folder, 'node_modules', '@mendable');
  const loader = path.join(folder, 'node_modules', '@langchain', 'community');
  await mkdir(scope, { recursive: true });
  await mkdir(loader, { recursive: true });
  await symlink(path.join(MODULES, 'firecrawl'), path.join(scope, 'firecrawl-js'));
  const exports = { './document_loaders/web/firecrawl': './loader.js' };
  await writeFile(path.join(loader, 'package.json'), JSON.stringify({ type: 'module', exports }));
  await writeFile(path.join(loader, 'loader.js'), LOADER);
}

const LOADER = `import FirecrawlApp from '@mendable/firecrawl-js';

export class FireCrawlLoader {
  constructor({ apiKey, apiUrl, url, mode, params }) {
    Object.assign(this, { apiKey, apiUrl, url, mode, params });
  }

  async load() {
    const app = new FirecrawlApp({ apiKey: this.apiKey, apiUrl: this.apiUrl });
    const response = await app[this.mode + 'Url'](this.url, this.params);
    if (!response.success) throw new Error('Firecrawl: Failed to ' + this.mode + ' URL. Error: ' + response.error);
    if (this.mode === 'map') return response.links.map((link) => ({ pageContent: JSON.stringify(link) }));
    const pages = this.mode === 'crawl' ? response.data : [response];
    return pages.map((page) => ({ pageContent: page.markdown || '', metadata: page.metadata || {} }));
  }
}
`;
