import { examine } from '../doctor/examine.ts';
import { UsageError, type Command } from './command/command.ts';
import { textTable } from './command/text-layout.ts';

export const doctor: Command = {
  usage: '',
  help: () =>
    'Usage: decant doctor\n\nLooks at this machine and the settings. Exit code 1 when "decant serve" would not work.\n',
  async run(context) {
    if (context.args.length > 0) throw new UsageError('doctor takes no arguments');
    const findings = await examine(context, 'before start');
    context.stdout.write(textTable(findings.map(({ part, state, note }) => [part, state, note])));
    return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
  },
};
