import { actOn, agentPress, ELEMENT_ACTS, find, holdKey, keyboard, mouse } from './act.ts';
import {
  AgentError,
  takeFlag,
  takeOption,
  type AgentAnswer,
  type CommandBrowser,
  type AgentCommand,
} from './agent-browser.ts';
import { agentPdf, agentScreenshot, evalScript, get, is } from './look.ts';
import {
  agentScroll,
  agentWait,
  back,
  close,
  dialog,
  forward,
  frame,
  open,
  reload,
  scrape,
  tab,
} from './navigate.ts';
import { cookies, set, storage } from './settings.ts';
import { diffSnapshot, snapshot } from './snapshot.ts';
import { consoleMessages, network, pageErrors } from './watch.ts';

const COMMANDS: ReadonlyMap<string, AgentCommand> = new Map<string, AgentCommand>([
  ...Object.keys(ELEMENT_ACTS).map((name): [string, AgentCommand] => [name, actOn(name)]),
  ...Object.entries<AgentCommand>({
    open,
    goto: open,
    navigate: open,
    snapshot,
    press: agentPress,
    key: agentPress,
    keydown: holdKey('down'),
    keyup: holdKey('up'),
    keyboard,
    mouse,
    scroll: agentScroll,
    scrollinto: actOn('scrollintoview'),
    wait: agentWait,
    screenshot: agentScreenshot,
    pdf: agentPdf,
    get,
    is,
    find,
    eval: evalScript,
    back,
    forward,
    reload,
    tab,
    set,
    cookies,
    storage,
    console: consoleMessages,
    errors: pageErrors,
    network,
    diff: diffOf,
    batch,
    scrape,
    close,
    quit: close,
    exit: close,
    dialog,
    frame,
  }),
]);

/** Commands of the original that mean a browser of one's own. */
const REFUSED = new Set(
  'connect install upgrade session state profile profiles auth stream record trace profiler device plugin chat dashboard window'.split(
    ' ',
  ),
);
/** Options of the original that mean a browser of one's own: taken, and without effect. */
const IGNORED_VALUES = [
  '--session',
  '--cdp',
  '--profile',
  '--executable-path',
  '--proxy',
  '-p',
  '--provider',
  '--max-output',
];
const IGNORED_FLAGS = [
  '--headed',
  '--ignore-https-errors',
  '--auto-connect',
  '--debug',
  '--content-boundaries',
];
const VERSION = 'agent-browser (of this service)';

export interface CommandEnd {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** The words that begin a command. */
export const AGENT_COMMANDS: readonly string[] = [...COMMANDS.keys()];

/** Tells whether a word begins a command that is known without the program's name before it. */
export function isAgentCommand(word: string): boolean {
  return COMMANDS.has(word);
}

export async function runAgentCommand(given: readonly string[], agent: CommandBrowser): Promise<CommandEnd> {
  const words = [...given];
  const isJson = takeFlag(words, '--json');
  try {
    const { text, data } = await runWords(words, agent);
    const said = isJson ? JSON.stringify({ success: true, data, error: null }) : text;
    return { stdout: `${said}\n`, stderr: '', exitCode: 0 };
  } catch (error) {
    const message = explain(error);
    return isJson
      ? {
          stdout: `${JSON.stringify({ success: false, data: null, error: message })}\n`,
          stderr: '',
          exitCode: 1,
        }
      : { stdout: '', stderr: `${isUnknown(error) ? '' : '✗ '}${message}\n`, exitCode: 1 };
  }
}

async function runWords(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  if (words[0] !== 'wait') for (const name of IGNORED_VALUES) takeOption(words, name);
  for (const name of IGNORED_FLAGS) takeFlag(words, name);
  const [name = '--help', ...rest] = words;
  if (name === '--version' || name === '-V') return { text: VERSION, data: {} };
  if (name === '--help' || name === '-h' || name === 'help')
    return { text: `Commands: ${[...COMMANDS.keys()].join(', ')}`, data: {} };
  if (REFUSED.has(name))
    throw new AgentError(
      `${name} is not for a session of this service: it has one browser, and that is open`,
    );
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UnknownCommandError(name);
  return command(rest, agent);
}

class UnknownCommandError extends AgentError {
  constructor(name: string) {
    super(`Unknown command: ${name}`);
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof UnknownCommandError;
}

/** The first line of what Playwright says: the rest is its log. */
function explain(error: unknown): string {
  if (error instanceof AgentError) return error.message;
  const { message } = error as Error;
  const first = message.split('\n')[0] ?? '';
  return first.replace(/^(?:[a-z]\w*\.)\w+: /i, '');
}

async function diffOf([what, ...words]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  if (what !== 'snapshot') throw new AgentError(`Unknown subcommand: diff ${what ?? ''}`);
  return diffSnapshot(words, agent);
}

/** `batch 'CMD' 'CMD'`, or a JSON list of lists of words on standard input. */
async function batch(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const isBail = takeFlag(words, '--bail');
  const lists =
    words.length > 0 ? words.map((line) => line.split(/\s+/)) : (JSON.parse(agent.stdin) as string[][]);
  const ends: CommandEnd[] = [];
  for (const list of lists) {
    const end = await runAgentCommand(list, agent);
    ends.push(end);
    if (isBail && end.exitCode !== 0) break;
  }
  return {
    text: ends.map(({ stdout, stderr }) => `${stdout}${stderr}`.trimEnd()).join('\n'),
    data: ends,
  };
}
