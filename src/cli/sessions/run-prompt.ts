import { createInterface } from 'node:readline/promises';
import type { CommandContext } from '../command/command.ts';
import { LANGUAGES, readSessionLine, type Language } from './session-line.ts';

/** The answer to a call, as far as the prompt shows it. */
export interface ShownCall {
  liveViewUrl: string;
  interactiveLiveViewUrl: string;
}

/** The session behind a prompt. */
export interface PromptedSession {
  /** Runs code or a prompt and shows what came of it; gives the addresses of the session. */
  call(body: { code: string; language: Language } | { prompt: string }): Promise<ShownCall>;
  /** Tells of an error that leaves the prompt as it is. */
  tell(text: string): void;
}

export const PROMPT_HELP = `A line is code; node without more, with page, context and browser of Playwright.
  .node .python .bash      The language of the next lines; with code behind it, of this line alone.
  .ask WORDS               A task for the language model.
  .live                    The addresses where the session can be watched and steered.
  .exit                    Ends the session.
A line that ends with \\ goes on in the next one.
`;

/** Reads lines until the end of the input, `.exit` or the signal, each a call of the session. */
export async function runPrompt(
  { stdout, stderr, signal }: Pick<CommandContext, 'stdout' | 'stderr' | 'signal'>,
  session: PromptedSession,
): Promise<void> {
  const { stdin } = process;
  const isTold = stdin.isTTY && stderr.isTTY === true;
  const lines = createInterface({ input: stdin, terminal: false });
  using stopping = closeOn(signal, () => lines.close());
  const state: { language: Language; begun: string } = { language: LANGUAGES[0], begun: '' };
  const ask = (): void => {
    if (isTold) stderr.write(state.begun === '' ? `${state.language}> ` : '... ');
  };
  ask();
  for await (const line of lines) {
    if (line.endsWith('\\')) {
      state.begun += `${line.slice(0, -1)}\n`;
      ask();
      continue;
    }
    const whole = state.begun + line;
    state.begun = '';
    if (!(await answerLine(whole, state, { session, stdout, stderr }))) break;
    if (signal.aborted) break;
    ask();
  }
}

/** False: the prompt ends. */
async function answerLine(
  line: string,
  state: { language: Language },
  { session, stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'> & { session: PromptedSession },
): Promise<boolean> {
  const read = readSessionLine(line, state.language);
  switch (read.kind) {
    case 'nothing':
      return true;
    case 'exit':
      return false;
    case 'help':
      stderr.write(PROMPT_HELP);
      return true;
    case 'language':
      state.language = read.language;
      return true;
    case 'unknown':
      session.tell(`There is no .${read.word} here, or something is missing behind it: .help tells of all`);
      return true;
    case 'live': {
      const { liveViewUrl, interactiveLiveViewUrl } = await session.call({
        code: 'undefined',
        language: 'node',
      });
      stdout.write(`watch  ${liveViewUrl}\nsteer  ${interactiveLiveViewUrl}\n`);
      return true;
    }
    case 'ask':
      await session.call({ prompt: read.prompt });
      return true;
    case 'code':
      await session.call({ code: read.code, language: read.language });
      return true;
  }
}

function closeOn(signal: AbortSignal, close: () => void): Disposable {
  signal.addEventListener('abort', close, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', close) };
}
