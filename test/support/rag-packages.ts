import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** The packages that docs/rag.md names, 170 MB with what they need. */
export const RAG_PACKAGES = [
  '@langchain/community@1.1.29',
  '@langchain/core@1.4.0',
  '@mendable/firecrawl-js@4.42.0',
  '@llamaindex/readers@3.1.22',
  '@llamaindex/core@0.6.23',
  '@llamaindex/env@0.1.31',
] as const;

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
