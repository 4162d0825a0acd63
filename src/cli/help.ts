import { configVariables, VERSION } from '../config.ts';
import { commands } from './commands.ts';
import { indent } from './command/text-layout.ts';

/** The width of a terminal that does not tell its own. */
const WIDTH = 80;
const NAME_WIDTH = 14;

/** The help of the whole command line; it fits on a terminal of 80 columns and 24 lines. */
export function renderHelp(width = WIDTH): string {
  const list = Object.entries(commands).map(([name, { summary }]) => {
    const text = indent(summary, NAME_WIDTH, Math.min(width, 100));
    return `  ${name.padEnd(NAME_WIDTH - 2)}${text.slice(NAME_WIDTH)}`;
  });
  return `Decant ${VERSION}: web pages and files in, clean model-ready data out.
Usage: decant COMMAND [options]
${list.join('\n')}

decant help COMMAND says what one takes, decant help variables what all read.
`;
}

/** Every variable with its default. */
export function renderVariables(): string {
  const variables = configVariables.map((variable) => {
    const standard = variable.default ? ` Default: ${variable.default}.` : '';
    return `  ${variable.name}\n${indent(`${variable.description}${standard}`, 6, WIDTH)}`;
  });
  return `Variables (also read from a file .env in the current folder):\n${variables.join('\n')}\n`;
}
