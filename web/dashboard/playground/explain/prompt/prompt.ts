import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Problem } from '../../../problem.ts';
import { view, type Shown } from '../../../view.ts';
import { LongText } from '../../long-text.ts';
import type { PageParts } from '../parts.ts';
import { answerLine, type PartsNow } from './answer-line.ts';
import { COMMANDS, commonStart, completionsOf, type SelectorsOf } from './commands.ts';

interface Answered {
  at: number;
  line: string;
  text?: string;
  problem?: unknown;
}

export interface PromptProps {
  /** Undefined as long as they are not there. */
  parts: PageParts | undefined;
  /** The same, when they are. */
  partsNow: PartsNow;
}

const MAX_ANSWERS = 10;
const MAX_LINES = 100;
const MAX_COMPLETIONS = 8;
/** Characters of a text that needs no frame of its own. */
const SHORT = 300;

// Lines and answers stay when somebody looks at another tab.
const lines = signal<readonly string[]>([]);
const answers = signal<readonly Answered[]>([]);
const isBusy = signal(false);

/** A line for the commands of `decant shell`, and their answers, the newest first. */
export function Prompt({ parts, partsNow }: PromptProps): Shown {
  const [line, setLine] = useState('');
  const [back, setBack] = useState(0);
  const completions = completionsOf(line, selectorsOf(parts));
  const change = (text: string, steps = 0): void => {
    setLine(text);
    setBack(steps);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isBusy.value || line.trim() === '') return;
    change('');
    void doLine(line.trim(), partsNow);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const next = Math.min(lines.value.length, Math.max(0, back + (step ?? 0)));
    const completed = commonStart(completions);
    if (step !== undefined) change(next === 0 ? '' : (lines.value.at(-next) ?? ''), next);
    // A key that has nothing to complete goes on to the next control.
    else if (event.key === 'Tab' && !event.shiftKey && line !== '' && completed.length > line.length)
      change(completed);
    else return;
    event.preventDefault();
  };
  const [newest, ...others] = answers.value;
  return view`<section class="try" aria-label="Try selectors and formats" aria-busy=${isBusy.value}>
    <form class="line" onSubmit=${submit}>
      <label for="try">Command</label>
      <input id="try" autocomplete="off" autocapitalize="none" spellcheck=${false} placeholder="help" aria-describedby="try-hint"
        value=${line} onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.value)} onKeyDown=${press} />
      <button type="submit">Run</button>
    </form>
    <p id="try-hint" class="quiet" aria-live="off">${isBusy.value ? 'At work…' : hintOf(line, completions)}</p>
    ${newest && view`<${AnswerView} key=${newest.at} of=${newest} />`}
    ${others.length > 0 && view`<details><summary>Earlier answers</summary>${others.map((each) => view`<${AnswerView} key=${each.at} of=${each} />`)}</details>`}
  </section>`;
}

function AnswerView({ of: { line, text = '', problem } }: { of: Answered }): Shown {
  const isShort = text.length <= SHORT && !text.includes('\n');
  return view`<div class="answer">
    <p><code>${`> ${line}`}</code></p>
    ${problem === undefined && (isShort ? view`<p>${text}</p>` : view`<${LongText} text=${text} />`)}
    <${Problem} error=${problem} />
  </div>`;
}

async function doLine(line: string, partsNow: PartsNow): Promise<void> {
  lines.value = [...lines.value.filter((each) => each !== line), line].slice(-MAX_LINES);
  isBusy.value = true;
  const at = (answers.value[0]?.at ?? 0) + 1;
  let answered: Answered;
  try {
    answered = { at, line, text: await answerLine(line, partsNow) };
  } catch (problem) {
    answered = { at, line, problem };
  }
  answers.value = [answered, ...answers.value].slice(0, MAX_ANSWERS);
  isBusy.value = false;
}

function selectorsOf(parts: PageParts | undefined): SelectorsOf {
  return (command) =>
    (command === 'keep' ? parts?.removed : parts?.kept.parts)?.flatMap(({ selector }) => selector ?? []) ??
    [];
}

/** The command that is written, or all; behind it the lines that the Tab key makes of it. */
function hintOf(line: string, completions: readonly string[]): string {
  const [word = ''] = line.trimStart().split(/\s/);
  const known = COMMANDS.find(([name]) => name === word);
  const shown = completions.slice(0, MAX_COMPLETIONS + (known === undefined ? COMMANDS.length : 0));
  const more = completions.length - shown.length;
  const all = shown.map((each) => each.trim()).join(', ') + (more > 0 ? ` and ${more} more` : '');
  if (known === undefined) return all;
  const [name, behind, about] = known;
  return `${name} ${behind}: ${about} ${all === name ? '' : all}`;
}
