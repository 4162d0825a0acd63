import { globSync, readFileSync } from 'node:fs';

import { nodeTool } from './node-tool.ts';

/** One command that must end with 0 and must have seen something: a checker that sees no file finds no fault. */
export interface Check {
  readonly name: string;
  /** What this Node runs, from the root of the repository. */
  readonly command: readonly string[];
  readonly read: (output: string) => CheckReport;
}

export interface CheckReport {
  /** How many files or documents the command looked at. */
  readonly seenCount: number;
  /** What it printed that a reader wants to see. */
  readonly findings: string;
}

export const CHECKS: readonly Check[] = [
  { name: 'format', command: [nodeTool('oxfmt'), '--check', '.'], read: countedBy(/on (\d+) files/) },
  {
    name: 'lint',
    command: [nodeTool('oxlint'), '--type-aware', '--report-unused-disable-directives', '.'],
    read: countedBy(/on (\d+) files/),
  },
  {
    name: 'types',
    command: [nodeTool('typescript', 'tsc'), '--project', '.', '--listFiles'],
    read: readTypeCheck,
  },
  {
    // What runs on pages knows a browser's names and none of Node's.
    name: 'page types',
    command: [nodeTool('typescript', 'tsc'), '--project', 'src/browser/page-scripts', '--listFiles'],
    read: readTypeCheck,
  },
  {
    // The same of the pages that people look at.
    name: 'web types',
    command: [nodeTool('typescript', 'tsc'), '--project', 'web', '--listFiles'],
    read: readTypeCheck,
  },
  {
    name: 'build',
    command: ['scripts/build.ts', '--check'],
    read: countedBy(/(\d+) declarations/),
  },
  { name: 'layers', command: ['scripts/check-layers.ts'], read: countedBy(/^(\d+) files/m) },
  { name: 'dead code', command: [nodeTool('knip'), '--no-progress'], read: readKnip },
  {
    name: 'generated',
    command: ['scripts/generate-docs.ts', '--check'],
    read: countedBy(/^(\d+) documents/m),
  },
  { name: 'docs', command: ['scripts/check-docs.ts'], read: countedBy(/^(\d+) documents/m) },
];

function countedBy(pattern: RegExp): (output: string) => CheckReport {
  return (output) => ({ seenCount: Number(pattern.exec(output)?.[1] ?? 0), findings: output });
}

/** With `--listFiles` the compiler also prints the path of every file it read, libraries included. */
function readTypeCheck(output: string): CheckReport {
  const lines = output.split('\n');
  const listed = lines.filter((line) => /^\S+\.[cm]?[jt]sx?$|^\S+\.json$/.test(line));
  return {
    seenCount: listed.filter((file) => !file.includes('/node_modules/')).length,
    findings: lines.filter((line) => !listed.includes(line)).join('\n'),
  };
}

/** knip does not say what it saw; these are the files that it was asked to look at. */
function readKnip(findings: string): CheckReport {
  const { project } = JSON.parse(readFileSync('knip.json', 'utf8')) as { project: string[] };
  return { seenCount: globSync(project).length, findings };
}
