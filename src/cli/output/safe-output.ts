import { terminalText } from '../../lib/log/terminal-text.ts';
import type { TerminalOutput } from '../command/command.ts';

/** Where text of pages may be written: on a terminal it cannot steer it, into a file or a pipe it goes byte for byte. */
export function safeOutput(stream: TerminalOutput): TerminalOutput {
  if (stream.isTTY !== true) return stream;
  const { columns } = stream;
  return {
    isTTY: true,
    ...(columns !== undefined && { columns }),
    write: (text) =>
      stream.write(terminalText(typeof text === 'string' ? text : Buffer.from(text).toString())),
  };
}
