import { CdpError } from '../../browser/cdp/cdp-error.ts';
import { PageCrash, type LivePage } from '../../browser/page/live-page.ts';
import { PageScriptError } from '../../browser/page/evaluate.ts';
import { PageProblem } from '../../browser/page-problem.ts';
import type { PageView, ViewedItem } from '../../browser/sight/page-view.ts';
import { readView } from '../../browser/sight/read-view.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { DeadlinePart } from '../../lib/time/deadline-part.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { AgentHistory } from './agent-history.ts';
import { askForStep } from './ask-for-step.ts';
import type { AgentStep } from './agent-step.ts';
import type { AgentEnd, AgentUsage, TracedStep } from './agent-trace.ts';
import { doStep, rest, type StepOutcome } from './do-step.ts';
import { createLeavingRule, type LeavingRule } from './leaving-rule.ts';
import { NewTexts } from './new-texts.ts';
import { readSeenText } from './read-seen-text.ts';
import type { AgentOrder, AgentOutcome, AgentParts } from './agent-order.ts';
import { FULL_VIEW, showView, USUAL_VIEW, type ShownView } from './show-view.ts';

const MAX_STEPS = 25;
const MAX_TOKENS = 400_000;
/** Time that is kept for the answer to the caller, ms. */
const RESERVE_MS = 700;
const LOOK_MS = 10_000;
/** Answers in a row, each asked for again, that name no step. */
const MAX_MISTAKES = 2;
/** A step that changes nothing is told of, and ends the run when it goes on. */
const REPEATED = { told: 2, most: 4 };
const READ_TOKENS = 2_000;
/** Characters of each text of a step in the trace. */
const MAX_KEPT = 1_000;

const ENDS: Readonly<Record<Exclude<AgentEnd, 'done' | 'model' | 'page'>, string>> = {
  steps: 'The task was not done within the steps that it may take',
  time: 'The task was not done in time',
  tokens: 'The task was not done within the tokens that it may take',
  loop: 'The language model repeated a step that changes nothing',
};

/** Ends a run. */
class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly end: AgentEnd;

  constructor(end: AgentEnd, message: string) {
    super(message);
    this.end = end;
  }
}

/** One task, from the first look at the page to the answer. */
export class AgentRun {
  readonly #parts: AgentParts;
  readonly #order: AgentOrder;
  readonly #deadline: Deadline;
  readonly #history = new AgentHistory();
  readonly #usage: AgentUsage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  readonly #steps: TracedStep[] = [];
  readonly #startedAt = performance.now();
  readonly #news = new NewTexts();
  #rule: LeavingRule | undefined;
  #live: LivePage | undefined;
  #view: PageView | undefined;
  #next = 1;
  #shown: ShownView = USUAL_VIEW;
  #dialogs = 0;
  #tabs = 0;
  #repeated = { step: '', view: '', times: 0 };

  constructor(parts: AgentParts, order: AgentOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#deadline = new DeadlinePart(order.deadline, RESERVE_MS);
  }

  async run(): Promise<AgentOutcome> {
    using deadline = this.#deadline;
    try {
      deadline.check();
      const { answer = '', data = '' } = await this.#work();
      const parts = [answer.trim(), data.trim()].filter((part) => part !== '');
      return this.#finish('done', parts.join('\n\n'));
    } catch (error) {
      return this.#finish(...this.#endOf(error));
    }
  }

  async #work(): Promise<AgentStep> {
    await this.#look();
    const { prompt, homeUrl } = this.#order;
    this.#rule = createLeavingRule({ task: prompt, startUrl: homeUrl ?? this.#view!.url });
    this.#noteLinks();
    const { maxSteps = MAX_STEPS } = this.#order;
    for (let count = 0; count < maxSteps; count++) {
      const step = await this.#ask();
      if (step.tool === 'done') {
        this.#trace(step, 'done', { from: performance.now(), isSecret: false });
        return step;
      }
      await this.#do(step);
    }
    throw new RunEnd('steps', ENDS.steps);
  }

  async #do(step: AgentStep): Promise<void> {
    const from = performance.now();
    const isSecret = this.#itemOf(step.ref)?.isSecret === true;
    const outcome = await this.#try(step);
    const { query, full = false } = step;
    const scope = query ?? '';
    this.#shown = step.tool === 'snapshot' ? { ...(full ? FULL_VIEW : USUAL_VIEW), scope } : USUAL_VIEW;
    await this.#look();
    this.#noteLinks();
    if (outcome.read !== undefined)
      this.#rule?.noteAddresses(outcome.read.match(/https?:\/\/[^\s)>\]"]+/g) ?? []);
    const said = [outcome.said, ...this.#incidents()].join('; ');
    const { url, title } = this.#view!;
    this.#history.add(step, { ...outcome, said, page: `${url.slice(0, 300)} ${JSON.stringify(title)}` });
    this.#trace(step, said, { from, isSecret });
    this.#noteRepetition(step);
  }

  /** A step that cannot be done says why, and the model does another. */
  async #try(step: AgentStep): Promise<StepOutcome> {
    try {
      return await doStep(
        {
          browser: this.#order.browser,
          live: this.#live!,
          deadline: this.#deadline,
          rule: this.#rule!,
          url: this.#view!.url,
          itemOf: (ref) => this.#itemOf(ref),
          look: () => this.#readView(),
          readText: (wish) =>
            readSeenText(
              this.#live!,
              { ...wish, tokens: READ_TOKENS },
              { converter: this.#parts.converter, teamId: this.#order.teamId, deadline: this.#deadline },
            ),
        },
        step,
      );
    } catch (error) {
      this.#deadline.check();
      if (error instanceof PageProblem) return { said: `failed: ${error.message}` };
      if (error instanceof PageScriptError) return { said: 'failed: the page does not let it be done' };
      if (error instanceof CdpError && error.failure !== 'closed')
        return { said: 'failed: the page does not answer' };
      throw error;
    }
  }

  /** Asks for the next step, again after answers that name none. */
  async #ask(): Promise<AgentStep> {
    const { prompt, maxTokens = MAX_TOKENS, teamId } = this.#order;
    for (let mistakes = 1; ; mistakes++) {
      if (this.#usage.promptTokens + this.#usage.completionTokens > maxTokens)
        throw new RunEnd('tokens', ENDS.tokens);
      try {
        return await askForStep(this.#parts.model, {
          task: prompt,
          view: this.#view!,
          shown: this.#shown,
          history: this.#history,
          news: this.#news.shown,
          tabs: this.#order.browser.tabs(),
          isKnown: (ref) => this.#itemOf(ref) !== undefined,
          usage: this.#usage,
          deadline: this.#deadline,
          teamId,
        });
      } catch (error) {
        if (!(error instanceof ModelFailure) || error.kind !== 'invalid' || mistakes === MAX_MISTAKES)
          throw error;
        this.#usage.requests += error.requests;
        this.#history.remark('(the last answer was no step)');
      }
    }
  }

  #itemOf(ref: string | undefined): ViewedItem | undefined {
    const number = Number(/^e(\d+)$/.exec(ref ?? '')?.[1]);
    return number > 0 ? this.#view?.items.find((item) => item.ref === number) : undefined;
  }

  async #look(): Promise<void> {
    const live = await this.#order.browser.activePage(this.#deadline.signal);
    if (live !== this.#live) {
      this.#live = live;
      this.#dialogs = live.incidents.dialogs.length;
      await rest(live, this.#deadline);
    }
    const view = await this.#readView();
    this.#news.note(view);
    this.#view = view;
  }

  async #readView(): Promise<PageView> {
    const { signal } = this.#deadline;
    const view = await readView(this.#live!, this.#next, { signal, timeoutMs: LOOK_MS });
    this.#next = view.next;
    return view;
  }

  #noteLinks(): void {
    this.#rule?.noteAddresses(this.#view!.items.flatMap(({ href }) => (href === '' ? [] : [href])));
  }

  /** The incidents since the last step: dialogues, windows. */
  #incidents(): string[] {
    const { dialogs } = this.#live!.incidents;
    const texts = dialogs.slice(dialogs.length < this.#dialogs ? 0 : this.#dialogs);
    this.#dialogs = dialogs.length;
    const said = texts.map((text) => `the page showed a dialogue: ${JSON.stringify(text)}`);
    const tabs = this.#order.browser.tabs().length;
    if (this.#tabs > 0 && tabs > this.#tabs) said.push('a new tab was opened');
    this.#tabs = tabs;
    return said;
  }

  #noteRepetition({ note: _note, ...step }: AgentStep): void {
    const seen = { step: JSON.stringify(step), view: JSON.stringify([this.#view?.url, this.#view?.items]) };
    const isSame = seen.step === this.#repeated.step && seen.view === this.#repeated.view;
    this.#repeated = { ...seen, times: isSame ? this.#repeated.times + 1 : 1 };
    if (this.#repeated.times === REPEATED.most) throw new RunEnd('loop', ENDS.loop);
    if (this.#repeated.times >= REPEATED.told)
      this.#history.remark('(the same step changed nothing: do something else, or end with done)');
  }

  #trace(step: AgentStep, said: string, { from, isSecret }: { from: number; isSecret: boolean }): void {
    const hide = (text: string): string => this.#rule?.hide(text) ?? '';
    const { url, title } = this.#view!;
    const { tool, ref, ...others } = step;
    const kept = Object.fromEntries(
      Object.entries({ tool, ...(ref !== undefined && { ref }), ...others }).map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        return [name, isSecret && name === 'text' ? '•••' : hide(value).slice(0, MAX_KEPT)];
      }),
    );
    const tookMs = Math.round(performance.now() - from);
    this.#steps.push({ step: kept, said: hide(said), url: hide(url), title: hide(title), tookMs });
  }

  #endOf(error: unknown): [AgentEnd, string, string] {
    const { signal } = this.#deadline;
    const isTimeOver = signal.aborted && signal.reason instanceof ServiceError;
    if (signal.aborted && !isTimeOver) throw signal.reason;
    if (isTimeOver) return ['time', '', ENDS.time];
    if (error instanceof RunEnd) return [error.end, '', error.message];
    if (error instanceof ModelFailure) {
      this.#usage.requests += error.requests;
      const end = error.kind === 'timed-out' ? 'time' : 'model';
      return [end, '', end === 'time' ? ENDS.time : error.message];
    }
    if (error instanceof PageCrash || error instanceof CdpError)
      return ['page', '', 'The page of the session does not answer'];
    throw error;
  }

  #finish(end: AgentEnd, output: string, error?: string): AgentOutcome {
    const { url, title } = this.#view ?? { url: '', title: '' };
    const view = this.#view === undefined ? '' : showView(this.#view, USUAL_VIEW);
    return {
      end,
      output,
      result: [title, url, view].filter((part) => part !== '').join('\n'),
      error,
      steps: this.#steps.length,
      usage: this.#usage,
      trace: {
        steps: this.#steps,
        end,
        usage: this.#usage,
        tookMs: Math.round(performance.now() - this.#startedAt),
      },
    };
  }
}
