import type { SessionTab } from '../../browser/sharing/session-browser.ts';
import type { PageView } from '../../browser/sight/page-view.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { LanguageModel } from '../../models/open-language-model.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { estimateTokens as estimated } from '../../text/estimate-tokens.ts';
import { withoutUnseen } from '../../text/seen-text.ts';
import type { AgentHistory } from './agent-history.ts';
import { AGENT_INSTRUCTIONS, taskOf } from './agent-instructions.ts';
import { faultsOf, stepSchema, type AgentStep } from './agent-step.ts';
import type { AgentUsage } from './agent-trace.ts';
import { showView, type ShownView } from './show-view.ts';

/** The situation that the next step depends on. */
export interface Situation {
  task: string;
  view: PageView;
  shown: ShownView;
  history: AgentHistory;
  /** Text that the page did not have before the last step. */
  news: string;
  tabs: readonly SessionTab[];
  isKnown: (ref: string) => boolean;
  /** Counts what is asked. */
  usage: AgentUsage;
  deadline: Deadline;
  teamId: string;
}

type AskedModel = Pick<LanguageModel, 'askForJson' | 'budget'>;

/** The endpoint may show that it looks at less than was believed; then it is shown less. */
const MAX_CUTS = 3;
const LEAST_ROOM = 300;
const MARGIN = 0.9;
/** The part of the room that a text which was just read may take. */
const READ_SHARE = 0.55;
const LEAST_READ = 200;
const MAX_TABS = 10;

/** Asks for the next step. Rejects as `AskForJson` does. */
export async function askForStep(model: AskedModel, situation: Situation): Promise<AgentStep> {
  const { deadline, teamId, usage, isKnown } = situation;
  const task = taskOf(situation.task);
  for (let cuts = 0; ; cuts++) {
    try {
      const { value, ...counted } = await model.askForJson(
        {
          instructions: AGENT_INSTRUCTIONS,
          schema: stepSchema,
          task,
          page: describeSituation(situation, roomOf(model, task)),
          findFaults: (step) => faultsOf(step as AgentStep, isKnown),
        },
        { deadline, teamId },
      );
      usage.requests += counted.requests;
      usage.promptTokens += counted.promptTokens;
      usage.completionTokens += counted.completionTokens;
      return value as AgentStep;
    } catch (error) {
      const isTooLong = error instanceof ModelFailure && error.kind === 'too-long';
      if (!isTooLong || cuts === MAX_CUTS) throw error;
      usage.requests += error.requests;
    }
  }
}

/** Estimated tokens for what is shown of the page and of earlier steps. */
function roomOf({ budget }: AskedModel, task: string): number {
  const fixed = AGENT_INSTRUCTIONS + stepSchema.text + task + task;
  const room = budget.roomFor(fixed) * MARGIN;
  if (room < LEAST_ROOM) throw new ModelFailure('too-long');
  return room / Math.max(1, budget.countTokens(fixed) / Math.max(1, estimated(fixed)));
}

function describeSituation(situation: Situation, room: number): string {
  const { history, view, shown, news, tabs } = situation;
  const lines = history.lines(room);
  const title = JSON.stringify(withoutUnseen(view.title));
  const parts = [lines === '' ? 'Nothing was done so far.' : `Done so far:\n${lines}`];
  const page = [`The page now: ${title} ${view.url.slice(0, 500)}`, ...describeTabs(tabs, view)].join('\n');
  let left = room - estimated(lines) - estimated(page) - estimated(news);
  const read = history.lastRead(Math.max(LEAST_READ, left * READ_SHARE));
  left -= estimated(read);
  const viewed = showView(view, { ...shown, tokens: Math.max(0, Math.min(shown.tokens, left)) });
  const earlier = history.earlierReads(left - estimated(viewed));
  if (earlier !== '') parts.push(earlier);
  if (read !== '') parts.push(`The text that was read with the last step:\n${read}`);
  parts.push(page, viewed);
  if (news !== '') parts.push(`New text on the page:\n${news}`);
  return parts.join('\n\n');
}

/** The active tab has the title and address of the view, which are newer. */
function describeTabs(tabs: readonly SessionTab[], view: PageView): string[] {
  if (tabs.length < 2) return [];
  return tabs.slice(0, MAX_TABS).map((tab, index) => {
    const { title, url } = tab.isActive ? view : tab;
    const quoted = JSON.stringify(withoutUnseen(title).slice(0, 80));
    return `tab ${index + 1}${tab.isActive ? ' (active)' : ''}: ${quoted} ${url.slice(0, 120)}`;
  });
}
