/** Entry of the process that runs code of one session: it loads Playwright, waits for its session, and runs what it is told. */
import { createRequire } from 'node:module';
import type { BrowserType } from 'playwright-core';
import { openInsideLink, type InsideLink } from '../process/inside-link.ts';
import type { ToRunner } from '../process/runner-messages.ts';
import { createPythonBridge, type PythonBridge } from '../python/python-bridge.ts';
import { createShell, type SessionShell } from '../shell/create-shell.ts';
import { createCodeContext, type CodeContext } from './code-context.ts';
import { connectBrowser, createDriverTransport, type DrivenBrowser } from '../driving/driven-browser.ts';
import { explainError } from './explain-error.ts';
import { copyByContents, putScratchAtTmp } from './scratch-at-tmp.ts';
import { standInForPlaywright } from './stand-in-for-playwright.ts';
import { replaceStandardStreams, writeAtOnce } from './write-at-once.ts';

interface Session {
  driven: DrivenBrowser;
  code: CodeContext;
  shell: SessionShell;
  python: PythonBridge;
}

// The folder that Node finds compiled code by is of no use to a session.
delete process.env['NODE_COMPILE_CACHE'];
replaceStandardStreams();
copyByContents();
putScratchAtTmp(process.argv.slice(3));
const link = openInsideLink();
const playwright = createRequire(import.meta.url)('playwright-core') as { chromium: BrowserType };
const transport = createDriverTransport(link);
const markdown = createMarkdownReader(link);
const state: { session: Session | undefined; failures: number } = { session: undefined, failures: 0 };

link.listen({
  onControl: (message) => void obey(message),
  onDriver: transport.hear,
  onRelay: (text) => void state.session?.python.hear(text),
});
// A promise or a timer that nobody looks after is told of, and does not end the session's variables.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    state.failures++;
    process.stderr.write(`${explainError(error)}\n`);
  });
link.tell({ type: 'ready' });

async function obey(message: ToRunner): Promise<void> {
  switch (message.type) {
    case 'connect':
      return connect();
    case 'run':
      return run(message);
    case 'markdown':
      return markdown.take(message);
    case 'forget':
      return state.session?.python.forget();
  }
}

async function connect(): Promise<void> {
  try {
    const driven = await connectBrowser(playwright.chromium, transport);
    const code = createCodeContext(driven, standInForPlaywright(driven));
    const shell = createShell({
      driven,
      runNode: code.run,
      readMarkdown: markdown.read,
      bundle: process.argv[2] ?? '',
      write(stdout, stderr) {
        writeAtOnce(1, Buffer.from(stdout));
        writeAtOnce(2, Buffer.from(stderr));
      },
    });
    state.session = { driven, code, shell, python: createPythonBridge(driven, link) };
    link.tell({ type: 'connected' });
  } catch (error) {
    link.tell({ type: 'failed', message: explainError(error) });
  }
}

async function run({ id, language, code, mark }: Extract<ToRunner, { type: 'run' }>): Promise<void> {
  const { session } = state;
  if (session === undefined) throw new Error('The runner has no session yet');
  const before = state.failures;
  const { result, exitCode } =
    language === 'bash' ? await session.shell.run(code) : await session.code.run(code);
  for (const descriptor of [1, 2] as const) writeAtOnce(descriptor, Buffer.from(mark));
  const isFailed = exitCode === 0 && state.failures > before;
  link.tell({ type: 'done', id, result, exitCode: isFailed ? 1 : exitCode });
}

interface MarkdownReader {
  read(): Promise<string>;
  take(message: Extract<ToRunner, { type: 'markdown' }>): void;
}

/** The service reads the page as Markdown; this process has no code for that. */
function createMarkdownReader({ tell }: InsideLink): MarkdownReader {
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let lastId = 0;
  return {
    read() {
      const answer = Promise.withResolvers<string>();
      waiting.set(++lastId, answer);
      tell({ type: 'markdown', id: lastId });
      return answer.promise;
    },
    take(message) {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.markdown === undefined) answer?.reject(new Error(message.problem ?? 'no Markdown'));
      else answer?.resolve(message.markdown);
    },
  };
}
