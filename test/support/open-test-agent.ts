import { goTo } from '../../src/browser/page/go-to.ts';
import { settle } from '../../src/browser/page/settle.ts';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { Deadline } from '../../src/lib/time/deadline.ts';
import { openLanguageModel } from '../../src/models/open-language-model.ts';
import { openConverter } from '../../src/scraper/convert/converter.ts';
import type { AgentOrder, AgentOutcome, AgentParts } from '../../src/sessions/agent/agent-order.ts';
import { createRunAgent } from '../../src/sessions/agent/run-agent.ts';
import { openModelServer, type AskedModel, type ModelAnswer, type ModelServer } from './model-server.ts';
import { shareTestSession } from './share-test-session.ts';

/** A question of the agent, with the view that its page has. */
export interface AskedStep extends AskedModel {
  /** The how-manieth question of this run, from 1. */
  turn: number;
  /** The reference of the element whose line fits; fails when there is none. */
  refOf: (line: RegExp) => string;
}

/** The model of a run: gives a step, or an answer as it is. */
export type PlayStep = (asked: AskedStep) => object | Promise<object>;

export interface AgentRunOptions extends Partial<Omit<AgentOrder, 'browser' | 'prompt' | 'deadline'>> {
  /** Where the session is when the run begins. */
  at: string;
  ms?: number;
  signal?: AbortSignal;
}

/** The agent in a real browser, with a model that a test plays. */
export interface TestAgent extends AsyncDisposable {
  session: SessionBrowser;
  model: ModelServer;
  parts: AgentParts;
  run: (prompt: string, play: PlayStep, options: AgentRunOptions) => Promise<AgentOutcome>;
  /** The questions of the last run. */
  asked: () => readonly AskedModel[];
}

/** Undefined where there is no browser. */
export async function openTestAgent({ contextTokens = 32_768 } = {}): Promise<TestAgent | undefined> {
  await using opening = new AsyncDisposableStack();
  const session = await shareTestSession();
  if (session === undefined) return undefined;
  const server = opening.use(await openModelServer());
  const model = opening.use(
    openLanguageModel(
      {
        baseUrl: new URL(`${server.origin}/v1`),
        apiKey: undefined,
        model: 'played',
        contextTokens,
        maxOutputTokens: 1_000,
        concurrency: 4,
        headers: {},
        extraBody: {},
      },
      { ownPorts: () => [], clock: systemClock },
    ),
  );
  const converter = opening.use(openConverter({ threads: 1 }));
  const parts = { model, converter };
  const runAgent = createRunAgent(parts);
  let from = 0;
  const open = opening.move();
  return {
    session,
    model: server,
    parts,
    asked: () => server.asked.slice(from),
    async run(prompt, play, { at, ms = 60_000, signal, ...order }) {
      await show(session, at);
      from = server.asked.length;
      server.play(async (asked): Promise<ModelAnswer> => {
        const answer = await play({
          ...asked,
          turn: server.asked.length - from,
          refOf: (line) => refIn(asked.page, line),
        });
        return 'reply' in answer ? (answer as ModelAnswer) : { value: answer };
      });
      using deadline = new Deadline(ms, signal);
      return await runAgent({ browser: session, prompt, deadline, teamId: 'team', ...order });
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function show(session: SessionBrowser, url: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const live = await session.activePage(signal);
  await goTo(live, url, { signal, timeoutMs: 30_000 });
  await settle(live, { signal, maxMs: 10_000 });
}

function refIn(page: string, line: RegExp): string {
  const found = page.split('\n').find((one) => /^(?:#+ )?\[e\d+\]/.test(one) && line.test(one));
  const ref = /\[(e\d+)\]/.exec(found ?? '')?.[1];
  if (ref === undefined) throw new Error(`no line ${String(line)} in\n${page}`);
  return ref;
}
