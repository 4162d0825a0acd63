import { docOfLink, type Doc, type Docs } from './read-docs.ts';

/** The documentation as llmstxt.org has it for models that read it. */
export interface LlmsTexts {
  /** The title, a summary, and a list of the pages with their addresses. */
  overview(baseUrl: string): string;
  /** All pages, one after the other. */
  full(baseUrl: string): string;
}

/** Reserved (RFC 6761), and found in no page. */
const BASE = 'http://base.invalid';
const HEAD = `# Decant

> Decant turns web pages, whole sites and files (PDF, Word, Excel, ...) into clean, model-ready data: a self-hosted HTTP service with scrape, crawl, map, search, parse, live browser sessions and tools for agents.`;

export function createLlmsTexts(docs: Docs): LlmsTexts {
  const overview = writeOverview(docs);
  const pages = docs.groups.flatMap((group) => (group.isOptional ? [] : group.docs));
  const full = [HEAD, ...pages.map((doc) => writePage(docs, doc))].join('\n\n');
  return {
    overview: (baseUrl) => overview.replaceAll(BASE, () => baseUrl),
    full: (baseUrl) => `${full.replaceAll(BASE, () => baseUrl)}\n`,
  };
}

function writeOverview({ groups }: Docs): string {
  const sections = groups.map(({ title, docs, isOptional }) => {
    const lines = docs.map((doc) => {
      const summary = doc.summary === '' ? '' : `: ${doc.summary}`;
      return `- [${doc.title}](${BASE}/docs/${doc.name}.md)${summary}`;
    });
    // The format has this title for pages that a reader with little room may leave out.
    return `## ${isOptional ? 'Optional' : title}\n\n${lines.join('\n')}`;
  });
  const means = `All pages in one: ${BASE}/llms-full.txt. The API as OpenAPI 3.1: ${BASE}/openapi.json. Tools by the Model Context Protocol: ${BASE}/mcp.`;
  return `${[HEAD, means, ...sections].join('\n\n')}\n`;
}

/** A page whose links to others are whole addresses. */
function writePage(docs: Docs, { name, markdown }: Doc): string {
  return markdown.trim().replaceAll(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
    if (docs.pictures.has(href)) return `](${BASE}/docs/${href})`;
    const target = docOfLink(docs, name, href);
    return target ? `](${BASE}/docs/${target.name}.md${target.hash})` : whole;
  });
}
