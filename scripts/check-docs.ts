// Checks the documents that people read: code blocks parse (and run, where marked `run`), commands exist, links lead
// to files and headings that are there.
import { existsSync, globSync, readFileSync } from 'node:fs';

import { commands } from '../src/cli/commands.ts';
import { checkBlock } from './docs/check-block.ts';
import { checkCommands } from './docs/check-commands.ts';
import type { KnownCommands } from './docs/check-commands.ts';
import { findDeadLinks } from './docs/find-dead-links.ts';
import { headingAnchors } from './docs/heading-anchors.ts';
import { readMarkdown } from './docs/read-markdown.ts';
import type { MarkdownDocument, TextAt } from './docs/read-markdown.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const known: KnownCommands = {
  npmScripts: Object.keys(scripts),
  decant: [...Object.keys(commands), 'help', 'version'],
};

const documents = globSync(['*.md', 'docs/**/*.md']).map((file) =>
  readMarkdown(file, readFileSync(file, 'utf8')),
);
const anchors = new Map(documents.map((document) => [document.path, headingAnchors(document.headings)]));
const places = { exists: existsSync, anchorsOf: (file: string) => anchors.get(file) };
const problems = documents.flatMap((document) =>
  [...blockProblems(document), ...checkCommands(document, known), ...findDeadLinks(document, places)].map(
    ({ text, line }) => `${document.path}:${line} ${text}`,
  ),
);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${documents.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 && documents.length > 0 ? 0 : 1;

function blockProblems({ blocks }: MarkdownDocument): TextAt[] {
  return blocks.flatMap((block) => {
    const text = checkBlock(block);
    return text === undefined ? [] : [{ text, line: block.line }];
  });
}
