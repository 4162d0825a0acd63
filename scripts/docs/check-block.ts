import { spawnSync } from 'node:child_process';

import { parseSync } from 'oxc-parser';

import type { FencedBlock } from './read-markdown.ts';

const RUN_TIMEOUT_MS = 60_000;

/** Says what is wrong with a block: it does not parse, or it is marked `run` and fails. */
export function checkBlock({ language, markers, code }: FencedBlock): string | undefined {
  const problem = parseBlock(language, code);
  if (problem !== undefined) return `the ${language} block does not parse: ${problem}`;
  return markers.includes('run') ? runBlock(language, code) : undefined;
}

function parseBlock(language: string, code: string): string | undefined {
  switch (language) {
    case 'sh':
    case 'bash':
      return problemOf('bash', ['-n', '-c', code]);
    case 'json':
      return parseJson(code);
    case 'ts':
    case 'js':
      return parseSync(`block.${language}`, code, { sourceType: 'module' }).errors[0]?.message;
    default:
      return undefined;
  }
}

function runBlock(language: string, code: string): string | undefined {
  switch (language) {
    case 'sh':
    case 'bash':
      return problemOf('bash', ['-euo', 'pipefail', '-c', code]);
    case 'ts':
    case 'js':
      return problemOf(process.execPath, ['--input-type=module-typescript', '--eval', code]);
    default:
      return `there is no way to run a ${language} block`;
  }
}

function parseJson(code: string): string | undefined {
  try {
    JSON.parse(code);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function problemOf(command: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: RUN_TIMEOUT_MS });
  return status === 0 ? undefined : (error?.message ?? `${command} ended with ${status}: ${stderr.trim()}`);
}
