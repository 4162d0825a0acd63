import { ServiceError } from '../lib/service-error.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { printJson } from './output/print-json.ts';
import { printable } from './output/printable.ts';
import { safeOutput } from './output/safe-output.ts';
import { openStatusLine } from './output/status-line.ts';
import { readArgs } from './read-args.ts';
import { namedService } from './command/service-client.ts';
import { openSessionService, type SessionService } from './sessions/open-session-service.ts';
import { PROMPT_HELP, runPrompt, type ShownCall } from './sessions/run-prompt.ts';
import { LANGUAGES, type Language } from './sessions/session-line.ts';
import { wholeNumberFlag } from './command/whole-number.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const FLAGS = {
  code: { type: 'string', short: 'c' },
  prompt: { type: 'string', short: 'p' },
  language: { type: 'string', short: 'l' },
  timeout: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  service: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArgs<typeof FLAGS>>['values'];

export const interact: Command = {
  usage: 'URL|ID [options]',
  help: () => `Usage: decant interact URL|ID [options]

Scrapes the URL, or takes the scrape with this ID, and shows its page in a browser that stays open. Without -c or -p
it reads calls from the keyboard, or from a file that is piped in; what one call leaves, the next one finds.

${PROMPT_HELP}
  -c, --code CODE
      Run this alone, print what it gives. Exit code 1 when it fails.
  -p, --prompt WORDS
      The same for a task in words, which the language model of DECANT_LLM_BASE_URL does.
  -l, --language ${LANGUAGES.join('|')}
      The language of --code. Default: node.
  --timeout SECONDS
      The time that each call may take. Default: 30.
  --profile NAME
      Scrape the URL with this profile; the session goes on with it and saves it at the end.
  --json
      Print each answer as JSON.
${SERVICE_FLAG_HELP}
`,
  async run(context) {
    const { values, positionals } = readArgs(context.args, FLAGS);
    const [target, ...others] = positionals;
    if (target === undefined || others.length > 0) {
      throw new UsageError(
        'interact takes one URL, or the id of one scrape: decant interact https://example.com',
      );
    }
    const once = onceOf(values);
    const named = namedService(values.service, context.config);
    await using service = await openSessionService(context, named);
    const session = new CalledSession(context, service, values);
    await session.begin(target);
    try {
      if (once) return (await session.run(once)) ? 0 : 1;
      await runPrompt(context, {
        call: (body) => session.call(body),
        tell: (text) => void context.stderr.write(`${text}\n`),
      });
      return 0;
    } finally {
      await session.end();
    }
  },
};

type CallBody = { code: string; language: Language } | { prompt: string };

function onceOf({ code, prompt, language: given }: Values): CallBody | undefined {
  const language = LANGUAGES.find((each) => each === (given ?? 'node'));
  if (language === undefined)
    throw new UsageError(`--language takes ${LANGUAGES.join(', ')}, not "${given}"`);
  if (code !== undefined && prompt !== undefined) throw new UsageError('Give --code or --prompt, not both');
  if (code !== undefined) return { code, language };
  return prompt === undefined ? undefined : { prompt };
}

/** The session of one command. */
class CalledSession {
  readonly #context: CommandContext;
  readonly #service: SessionService;
  readonly #values: Values;
  readonly #timeout: number;
  #scrapeId = '';
  #isOwn = false;
  #urls: ShownCall = { liveViewUrl: '', interactiveLiveViewUrl: '' };

  constructor(context: CommandContext, service: SessionService, values: Values) {
    this.#context = context;
    this.#service = service;
    this.#values = values;
    this.#timeout = values.timeout === undefined ? 30 : wholeNumberFlag('--timeout', values.timeout, 1);
  }

  /** Scrapes the page, unless an id says that it was. */
  async begin(target: string): Promise<void> {
    if (UUID.test(target)) {
      this.#scrapeId = target;
      return;
    }
    const { client } = this.#service;
    const { stderr, signal } = this.#context;
    const { profile } = this.#values;
    using status = openStatusLine(stderr);
    status.show(`scraping ${printable(target)}`);
    const body = { url: target, ...(profile !== undefined && { profile: { name: profile } }) };
    const { data } = await client.post('v2/scrape', body, signal);
    this.#scrapeId = (data as { metadata: { scrapeId: string } }).metadata.scrapeId;
    this.#isOwn = true;
  }

  /** Runs a call and prints what came of it; true when it went well. */
  async run(body: CallBody): Promise<boolean> {
    const { signal } = this.#context;
    const path = `v2/scrape/${this.#scrapeId}/interact`;
    const asked = { ...body, timeout: this.#timeout };
    const answer = (await this.#service.client.post(path, asked, signal)) as unknown as ShownCall & RunAnswer;
    this.#urls = answer;
    if (this.#values.json) printJson(this.#context, answer);
    else this.#print(answer);
    return answer.exitCode === 0 && !answer.killed;
  }

  /** The same for the prompt, which goes on after an error. */
  async call(body: CallBody): Promise<ShownCall> {
    try {
      await this.run(body);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#context.stderr.write(`${printable(error.message)}\n`);
    }
    return this.#urls;
  }

  /** A session of a scrape that was there before stays, unless it is this process's. */
  async end(): Promise<void> {
    if (!this.#isOwn || this.#urls.liveViewUrl === '') return;
    const path = `v2/scrape/${this.#scrapeId}/interact`;
    await this.#service.client.delete(path, AbortSignal.timeout(END_MS)).catch(() => undefined);
  }

  #print({ output, stdout, stderr, result, killed }: RunAnswer): void {
    const out = safeOutput(this.#context.stdout);
    const problems = safeOutput(this.#context.stderr);
    for (const text of output === undefined ? [stdout, result] : [output]) {
      if (text !== '') out.write(text.endsWith('\n') ? text : `${text}\n`);
    }
    if (stderr !== '') problems.write(stderr.endsWith('\n') ? stderr : `${stderr}\n`);
    if (killed) problems.write(`Ended after ${this.#timeout} s: --timeout allows more\n`);
  }
}

const END_MS = 20_000;

/** The part of an answer that is printed. */
interface RunAnswer {
  output?: string;
  stdout: string;
  stderr: string;
  result: string;
  exitCode: number;
  killed: boolean;
}
