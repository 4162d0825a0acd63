// Checks the documents that people read: code blocks parse (and run, where marked `run`), commands exist, links lead
// somewhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { commands } from '../src/cli/commands.ts';
import { checkBlock } from './docs/check-block.ts';
import { checkCommands } from './docs/check-commands.ts';
import type { KnownCommands } from './docs/check-commands.ts';
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
const problems = documents.flatMap((document) =>
  [...blockProblems(document), ...checkCommands(document, known), ...deadLinks(document)].map(
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

function deadLinks(document: MarkdownDocument): TextAt[] {
  return document.links
    .filter(({ text }) => !/^[a-z]+:|^#/.test(text))
    .filter(({ text }) => !existsSync(path.join(path.dirname(document.path), text.replace(/#.*$/, ''))))
    .map(({ text, line }) => ({ text: `the link leads nowhere: ${text}`, line }));
}
