import { configVariables } from '../../src/config.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/configuration.md`: every variable in one table. */
export function renderConfigurationTable(): string {
  const rows = configVariables.map(({ name, description, default: standard }) => [
    `\`${name}\``,
    description,
    defaultText(standard),
  ]);
  return `# Configuration

Everything works with nothing set. Variables come from the environment or from a file \`.env\` in the current folder
([.env.example](../.env.example)). A bad value stops every command with the variable's name and what would be right; a name that begins with \`DECANT_\`
and that nobody reads is warned about.

${markdownTable(['variable', 'meaning', 'default'], rows)}
`;
}

/** A default that is explained in words marks its code itself. */
function defaultText(standard = ''): string {
  if (standard === '') return 'none';
  return standard.includes('`') ? standard : `\`${standard}\``;
}
