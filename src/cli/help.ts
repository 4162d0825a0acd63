import { configVariables, VERSION } from '../config.ts';
import { commands } from './commands.ts';
import { indent } from './text-layout.ts';

/** The help of the whole command line: commands, and every variable with its default. */
export async function renderHelp(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const),
  );
  const list = rows.map(([name, summary]) => `  ${name.padEnd(10)}${summary}`).join('\n');
  const variables = configVariables.map((variable) => {
    const standard = variable.default ? ` Default: ${variable.default}.` : '';
    return `  ${variable.name}\n${indent(`${variable.description}${standard}`, 6)}`;
  });
  return `Decant ${VERSION}: web pages and files in, clean model-ready data out.

Usage: decant COMMAND [options]      decant COMMAND --help

Commands:
${list}

Variables (also read from a file .env in the current folder):
${variables.join('\n')}
`;
}
