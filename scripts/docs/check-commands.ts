import { existsSync } from 'node:fs';

import type { MarkdownDocument, TextAt } from './read-markdown.ts';

/** The commands that a reader of the documents can type. */
export interface KnownCommands {
  /** Names in package.json's scripts. */
  readonly npmScripts: readonly string[];
  /** Names behind `decant`. */
  readonly decant: readonly string[];
}

interface Mention {
  /** Its first group is what must be there. */
  readonly pattern: RegExp;
  readonly exists: (name: string, known: KnownCommands) => boolean;
}

const MENTIONS: readonly Mention[] = [
  { pattern: /^npm (?:run )?(test|start)\b/, exists: (name, { npmScripts }) => npmScripts.includes(name) },
  { pattern: /^npm run ([\w:-]+)/, exists: (name, { npmScripts }) => npmScripts.includes(name) },
  { pattern: /^node ([\w./-]+\.m?[jt]s)\b/, exists: (path) => existsSync(path) },
  { pattern: /^(?:npx )?decant ([a-z][\w-]*)/, exists: (name, { decant }) => decant.includes(name) },
  { pattern: /^node bin\/decant\.mjs ([a-z][\w-]*)/, exists: (name, { decant }) => decant.includes(name) },
];

/** Commands named in shell blocks or in code spans that do not exist. */
export function checkCommands(document: MarkdownDocument, known: KnownCommands): TextAt[] {
  const shellLines = document.blocks
    .filter(({ language }) => language === 'sh' || language === 'bash')
    .flatMap(({ code, line }) =>
      code.split('\n').map((text, index) => ({ text: text.trim(), line: line + 1 + index })),
    );

  return [...shellLines, ...document.codeSpans].flatMap(({ text, line }) => {
    // Assignments in front of a command are not part of its name.
    const command = text.replace(/^(?:[A-Z_]+=\S* )+/, '');
    const isUnknown = MENTIONS.some(({ pattern, exists }) => {
      const name = pattern.exec(command)?.[1];
      return name !== undefined && !exists(name, known);
    });
    return isUnknown ? [{ text: `there is no such command: ${text}`, line }] : [];
  });
}
