import { commands } from '../../src/cli/commands.ts';

/** `docs/cli.md`: the help of every command, as `decant COMMAND --help` prints it. */
export async function renderCommandReference(): Promise<string> {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const command = await load();
      return `## ${name}\n\n${command.summary}\n\n\`\`\`text\n${command.help().trim()}\n\`\`\`\n`;
    }),
  );
  return `# Command line

\`decant\` stands for \`node bin/decant.mjs\` in a checkout. Variables: [configuration](configuration.md).

${sections.join('\n')}`;
}
