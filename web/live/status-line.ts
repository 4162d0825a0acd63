import { make } from './elements.ts';
import type { LinkState } from './connection.ts';
import type { ViewState } from './news.ts';

const STATES: Readonly<Record<LinkState, string>> = { live: 'Live', waiting: 'Connecting', ended: 'Ended' };

/** The line below the picture: whether it is live, who drives, how many pictures come. */
export class StatusLine {
  readonly element: HTMLElement;
  readonly #state = make('span', { class: 'state', attributes: { role: 'status' } });
  readonly #who = make('span', { class: 'who' });
  readonly #rate = make('span', { class: 'rate' });

  constructor() {
    this.element = make('footer', { class: 'status', children: [this.#state, this.#who, this.#rate] });
    this.showLink('waiting');
  }

  showLink(state: LinkState): void {
    this.#state.dataset['state'] = state;
    this.#state.textContent = STATES[state];
    if (state !== 'live') this.#rate.textContent = '';
  }

  showRate(rate: number): void {
    this.#rate.textContent = rate === 0 ? 'still' : `${rate} fps`;
  }

  showWho({ programs, viewers, drivers }: ViewState, isInteractive: boolean): void {
    const others = viewers - 1;
    const parts = [
      programs > 0 && (programs === 1 ? 'A program is connected' : `${programs} programs are connected`),
      isInteractive ? 'you can drive' : drivers > 0 ? 'somebody can drive' : 'you are watching',
      others > 0 && (others === 1 ? '1 other looks on' : `${others} others look on`),
    ].filter((part) => part !== false);
    const text = parts.join(', ');
    this.#who.textContent = text.charAt(0).toUpperCase() + text.slice(1);
    this.#who.title = this.#who.textContent;
  }
}
