import { commands } from '../../src/cli/commands.ts';

/** `docs/cli.md`: the help of every command, as `decant COMMAND --help` prints it. */
export async function renderCommandReference(): Promise<string> {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const command = await load();
      return `## ${name}\n\n${summary}\n\n\`\`\`text\n${command.help().trim()}\n\`\`\`\n`;
    }),
  );
  return `# Command line

\`decant\` stands for \`npx decant\` in a checkout and in a project that has it as a dependency. Variables: [configuration](configuration.md).

Exit codes: 0 done, 1 failed, 2 called wrongly, 130 after Ctrl-C, 143 after SIGTERM. A service that was ready and has
stopped in order ends with 0.

${sections.join('\n')}`;
}
