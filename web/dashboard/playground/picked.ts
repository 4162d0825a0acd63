import { view, type Shown } from '../view.ts';
import { askFor, formatName, formatsAsked, groupOf, setOption } from './request.ts';
import { runTask } from './run.ts';

type Action = Readonly<Record<string, unknown>> & { type: string };

/** The steps that the request has. */
function actionsAsked(): readonly Action[] {
  return (groupOf('scrape').value['actions'] as readonly Action[] | undefined) ?? [];
}

function tagsKept(): readonly string[] {
  return (groupOf('scrape').value['includeTags'] as readonly string[] | undefined) ?? [];
}

function setList(name: 'actions' | 'includeTags', entries: readonly unknown[]): void {
  setOption('scrape', name, entries.length > 0 ? entries : undefined);
}

/** Puts what was picked into the request: a click as its next step, or a part of the page to keep. */
export function add(kind: 'click' | 'keep', selector: string): void {
  if (kind === 'click') setList('actions', [...actionsAsked(), { type: 'click', selector }]);
  else if (!tagsKept().includes(selector)) setList('includeTags', [...tagsKept(), selector]);
}

/** Scrapes again, with what can be pointed at. */
export function askForElements(): void {
  const given = formatsAsked().find((each) => formatName(each) === 'screenshot');
  askFor({ ...(typeof given === 'object' && given), type: 'screenshot', elements: true }, true);
  void runTask();
}

/** The elements and actions that were picked until now, each with a button that takes it back. */
export function PickedSoFar(): Shown {
  const actions = actionsAsked();
  const tags = tagsKept();
  if (actions.length + tags.length === 0) return null;
  return view`
    <ol class="picked" aria-label="What was picked">
      ${actions.map(
        (action, at) => view`<li key=${`action ${at}`}>${action.type} <code>${wordsOf(action)}</code>
          <button type="button" aria-label=${`Take out step ${at + 1}: ${action.type}`} onClick=${() =>
            setList(
              'actions',
              actions.filter((_each, nth) => nth !== at),
            )}>Take out</button></li>`,
      )}
      ${tags.map(
        (tag) => view`<li key=${`keep ${tag}`}>keep <code>${tag}</code>
          <button type="button" aria-label=${`Take out: keep ${tag}`} onClick=${() =>
            setList(
              'includeTags',
              tags.filter((each) => each !== tag),
            )}>Take out</button></li>`,
      )}
    </ol>
    <p><button type="button" class="primary" onClick=${() => void runTask()}>Run again</button></p>`;
}

function wordsOf({ type: _type, ...rest }: Action): string {
  const { selector } = rest as { selector?: unknown };
  return typeof selector === 'string' ? selector : JSON.stringify(rest);
}
