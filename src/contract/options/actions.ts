import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { screenshotShape } from './screenshot-shape.ts';

export const MAX_ACTIONS = 50;
/** A wait for a selector counts as this long in the sum of all waits, ms. */
const SELECTOR_WAIT_MS = 1000;

const selector = z.string().min(1).meta({ description: 'A CSS selector.' });

/**
 * Every action in the order of the reference (wire contract 4.2). Members that do not belong to the type are
 * tolerated, since some clients send one flat object for all of them.
 */
const action = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('wait'),
        milliseconds: z.int().min(1).optional(),
        selector: selector.optional().meta({ description: 'Wait until it matches, at most 30 seconds.' }),
      })
      .refine((wait) => (wait.milliseconds === undefined) !== (wait.selector === undefined), {
        error: 'must have either milliseconds or selector when its type is wait',
      })
      .meta({ description: 'Waits for a time or for an element: exactly one of the two.' }),
    z
      .object({
        type: z.literal('click'),
        selector,
        all: z.boolean().default(false).meta({ description: 'Click every match; none is no error then.' }),
      })
      .meta({ description: 'Clicks the first element that matches.' }),
    z
      .object({ type: z.literal('write'), text: z.string() })
      .meta({ description: 'Types into the focused element: click it first.' }),
    z
      .object({
        type: z.literal('press'),
        key: z.string().min(1).meta({ description: 'The name of a key, such as Enter or Tab.' }),
      })
      .meta({ description: 'Presses a key.' }),
    z
      .object({
        type: z.literal('scroll'),
        direction: z.enum(['up', 'down']).default('down'),
        selector: selector.optional().meta({ description: 'The element to scroll instead of the page.' }),
      })
      .meta({ description: 'Scrolls the page or an element.' }),
    z
      .object({ type: z.literal('screenshot'), ...screenshotShape })
      .meta({ description: 'Adds a picture to `actions.screenshots`.' }),
    z.object({ type: z.literal('scrape') }).meta({ description: 'Adds URL and HTML to `actions.scrapes`.' }),
    z
      .object({ type: z.literal('executeJavascript'), script: z.string().min(1) })
      .meta({ description: 'Runs a script on the page; its value goes to `actions.javascriptReturns`.' }),
    z
      .object({
        type: z.literal('pdf'),
        format: z
          .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
          .default('Letter'),
        landscape: z.boolean().default(false),
        scale: z.number().min(0.1).max(2).default(1),
      })
      .meta({ description: 'Prints the page; the file goes to `actions.pdfs`.' }),
  ])
  .meta({ id: 'Action' });

export type Action = z.output<typeof action>;
export type ActionName = Action['type'];
export type ActionOf<Name extends ActionName> = Extract<Action, { type: Name }>;

export const actionNames: readonly ActionName[] = action.options.map((option) => option.shape.type.value);

/** Steps on the page, run in order before anything is read. */
export const actionList = boundedList(action, { max: MAX_ACTIONS, normalise: completeAction });

/** Time that an action waits by itself, ms, as counted against the limit of all waits. */
export function actionWaitMs(step: Action): number {
  return step.type === 'wait' ? (step.milliseconds ?? SELECTOR_WAIT_MS) : 0;
}

/** `generatePDF` is another name of `pdf`. */
function completeAction(entry: unknown): unknown {
  const isAlias =
    typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'generatePDF';
  return isAlias ? { ...entry, type: 'pdf' } : entry;
}
