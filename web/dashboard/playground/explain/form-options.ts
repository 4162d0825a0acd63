import { groupOf, task, url, type Given } from '../request.ts';
import { run, runTask } from '../run.ts';

/** The options in the form that an explained document was made with: of the file that was read, else of a scrape. */
function group(): ReturnType<typeof groupOf> {
  return groupOf(isOfFile() ? 'parse' : 'scrape');
}

export function readForm(): Given {
  return group().value;
}

export function writeForm(options: Given): void {
  group().value = options;
}

/** Has the form speak of the document at an address, and not of what was chosen there since. */
export function aimAt(address: unknown): void {
  task.value = isOfFile() ? 'parse' : 'scrape';
  if (!isOfFile() && typeof address === 'string') url.value = address;
}

/** Whether the document is of a file that was sent. */
export function isOfFile(): boolean {
  return run.peek().reply?.isFile === true;
}

/** Makes the document again, as the form says now. */
export async function runAgain(address: unknown): Promise<void> {
  aimAt(address);
  await runTask();
}
