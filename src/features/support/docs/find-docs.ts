import type { DocsIndex, FoundSection } from './docs-index.ts';
import { findSections } from './docs-search.ts';

/** Finds the sections of our documentation that fit a question, for who reads it; without a language model. */
export function createFindDocs(openDocs: () => Promise<DocsIndex>) {
  return async function findDocs(question: string): Promise<FoundSection[]> {
    return findSections(await openDocs(), question);
  };
}
