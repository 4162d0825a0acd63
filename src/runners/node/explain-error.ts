import { inspect, types } from 'node:util';
import { CODE_FILE } from './code-file.ts';

/** Names that mean the page's world, which code does not run in. */
const PAGE_NAMES = /^(document|window|localStorage|sessionStorage|location|navigator) is not defined$/;

/** An error as its caller is told of it: its message, and the lines of its own code. */
export function explainError(error: unknown): string {
  if (!types.isNativeError(error)) return `Uncaught ${inspect(error)}`;
  const { message } = error;
  const [, name] = PAGE_NAMES.exec(message) ?? [];
  const hint =
    name === undefined
      ? ''
      : `\nThis code runs beside the page: await page.evaluate(() => ${EXAMPLES[name] ?? name})`;
  return `${headOf(error)}${linesOfCode(error.stack ?? '')}${hint}`;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  document: 'document.title',
  window: 'window.innerWidth',
  localStorage: "localStorage.getItem('key')",
  sessionStorage: "sessionStorage.getItem('key')",
  location: 'location.href',
  navigator: 'navigator.language',
};

function headOf(error: Error): string {
  const { name, message, stack = '' } = error;
  const head = message === '' ? name : `${name}: ${message}`;
  // V8 shows the line before the message of code that is none.
  const shown = stack.startsWith(`${CODE_FILE}:`) ? stack.slice(0, stack.indexOf('\n    at ')) : '';
  return shown.includes(message) ? shown : head;
}

function linesOfCode(stack: string): string {
  const lines = stack.split('\n').filter((line) => /^ {4}at .*\bcode\.js:\d/.test(line));
  return lines.map((line) => `\n${line}`).join('');
}
