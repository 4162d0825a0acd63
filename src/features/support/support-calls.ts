import { createAskSupport, type AskSupportParts } from './ask/ask-support.ts';
import { createFindCases } from './ask/find-cases.ts';
import { createTryFix } from './ask/try-fix.ts';
import { createDocsSearch } from './docs/docs-search.ts';
import { createFindDocs } from './docs/find-docs.ts';
import { createDocs } from './docs/open-docs.ts';

type SupportParts = Omit<AskSupportParts, 'openDocs' | 'findCases' | 'tryFix'> &
  Parameters<typeof createFindCases>[0] &
  Parameters<typeof createTryFix>[0];

/** The calls that answer questions from our documentation and from the team's own scrapes. */
export function createSupportCalls(parts: SupportParts) {
  const openDocs = createDocs();
  return {
    findDocs: createFindDocs(openDocs),
    searchDocs: createDocsSearch({ ...parts, openDocs }),
    askSupport: createAskSupport({
      ...parts,
      openDocs,
      findCases: createFindCases(parts),
      tryFix: createTryFix(parts),
    }),
  };
}
