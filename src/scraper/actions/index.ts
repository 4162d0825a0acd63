import type { ActionName } from '../../contract/options/actions.ts';
import type { ActionRunner } from './action.ts';
import { click } from './click.ts';
import { executeJavascript } from './execute-javascript.ts';
import { pdf } from './pdf.ts';
import { press } from './press.ts';
import { scrape } from './scrape.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { wait } from './wait.ts';
import { write } from './write.ts';

/** Every action of the contract. A name without an entry does not compile. */
export const actions: { readonly [Name in ActionName]: ActionRunner<Name> } = {
  wait,
  click,
  write,
  press,
  scroll,
  screenshot,
  scrape,
  executeJavascript,
  pdf,
};
