import { view, type Shown } from '../view.ts';
import {
  askFor,
  file,
  formatName,
  formatsAsked,
  groupOf,
  isDropped,
  setOption,
  task,
  url,
  USUAL_LIMIT,
} from './request.ts';
import { run, runTask } from './run.ts';
import { TASKS, type TaskId } from './tasks.ts';

/** The form of a request: the task, its address or file, its options, and a button. */
export function AskForm(): Shown {
  const { isRunning } = run.value;
  const { name } = TASKS[task.value];
  const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }): void => {
    task.value = currentTarget.value as TaskId;
  };
  return view`
    <form class="ask" onSubmit=${submit}>
      <label class="unseen" for="task">What to do</label>
      <select id="task" onChange=${choose}>
        ${Object.entries(TASKS).map(([id, { name: each }]) => view`<option key=${id} value=${id} selected=${id === task.value}>${each}</option>`)}
      </select>
      ${task.value === 'parse' ? view`<${FileField} key="file" />` : view`<${TextField} key="text" />`}
      <${Extra} />
      <button class="primary" type="submit" disabled=${isRunning}>${isRunning ? 'At work…' : name}</button>
    </form>`;
}

function TextField(): Shown {
  const { label, example } = TASKS[task.value];
  return view`
    <label class="unseen" for="url">${label}</label>
    <input id="url" type="text" inputmode=${task.value === 'search' ? 'search' : 'url'} required autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder=${example}
      value=${url.value} onInput=${(event: Event) => (url.value = (event.target as HTMLInputElement).value)} />`;
}

function FileField(): Shown {
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    file.value = currentTarget.files?.[0] ?? file.value;
    isDropped.value = false;
  };
  return view`
    <label class="unseen" for="file">${TASKS.parse.label}</label>
    <input id="file" type="file" onChange=${choose} />
    ${isDropped.value && file.value && view`<span class="quiet long">${file.value.name}</span>`}`;
}

/** The option that is used most with each task. */
function Extra(): Shown {
  if (task.value === 'scrape') {
    const isAsked = formatsAsked().some((each) => formatName(each) === 'screenshot');
    return view`<label class="check"><input type="checkbox" checked=${isAsked}
      onChange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => askFor('screenshot', currentTarget.checked)} /> Screenshot</label>`;
  }
  if (task.value !== 'crawl') return null;
  const limit = groupOf('crawl').value['limit'];
  return view`<span class="whole">
    <label for="crawl-limit">pages, at most</label>
    <input id="crawl-limit" type="number" min="1" placeholder=${USUAL_LIMIT} value=${limit ?? USUAL_LIMIT}
      onInput=${({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => setOption('crawl', 'limit', value === '' ? undefined : Number(value))} />
  </span>`;
}

async function submit(event: Event): Promise<void> {
  event.preventDefault();
  await runTask();
}
