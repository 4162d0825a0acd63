import { indent } from '../../src/cli/command/text-layout.ts';
import { configVariables } from '../../src/config.ts';

/** `.env.example`: every variable with its description, set to its default and commented out. */
export function renderEnvExample(): string {
  const entries = configVariables.map(
    ({ name, description, default: standard }) =>
      `${comment(description)}\n# ${name}=${settable(standard)}\n`,
  );
  return `# Copy to .env and uncomment what should differ from its default.\n\n${entries.join('\n')}`;
}

function comment(text: string): string {
  return indent(text, 0, 110).replaceAll(/^/gm, '# ');
}

/** A default that is explained in words, since it depends on the machine, is nothing to paste. */
function settable(standard = ''): string {
  return standard.includes(' ') ? '' : standard;
}
