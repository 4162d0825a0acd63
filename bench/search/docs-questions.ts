import { readFile } from 'node:fs/promises';
import { createDocs } from '../../src/features/support/docs/open-docs.ts';
import { plainOfMarkdown } from '../../src/text/plain-of-markdown.ts';
import type { QuerySet } from './known-items.ts';

const QUESTIONS = new URL('../../test/fixtures/docs-questions/questions.json', import.meta.url);
const MOST_LETTERS = 400_000;

interface DocsQuestion {
  readonly question: string;
  readonly sections: readonly string[];
}

/** Questions in the words of readers, and the sections of our own documentation as pages. */
export async function readDocsQuestions(): Promise<QuerySet> {
  const { sections } = await createDocs()();
  const asked = JSON.parse(await readFile(QUESTIONS, 'utf8')) as DocsQuestion[];
  const places = new Map(sections.map(({ place }, index) => [place, index]));
  return {
    name: 'docs questions',
    pages: sections.map(({ place, headings, markdown }) => ({
      url: `https://docs.example/${place}`,
      title: headings.at(-1) ?? '',
      description: '',
      headings: headings.slice(0, -1).join('\n'),
      text: plainOfMarkdown(markdown, MOST_LETTERS).text,
    })),
    queries: asked.map(({ question, sections: wanted }) => ({
      text: question,
      wanted: wanted.flatMap((place) => places.get(place) ?? []),
    })),
  };
}
