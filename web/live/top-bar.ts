import { iconButton, make, setIcon } from './elements.ts';
import type { TabNews, ViewState } from './news.ts';
import type { Send } from './pointer-input.ts';

export interface TopBarOptions {
  isInteractive: boolean;
  send: Send;
  onKeyboard: () => void;
  onFit: () => void;
}

/** The address with its buttons, and the tabs when there are several. */
export class TopBar {
  readonly elements: HTMLElement[];
  readonly #send: Send;
  readonly #isInteractive: boolean;
  readonly #tabs = make('nav', { class: 'tabs', attributes: { 'aria-label': 'Tabs' } });
  readonly #address: HTMLInputElement | HTMLParagraphElement;
  readonly #reload: HTMLButtonElement;
  #isLoading = false;
  /** Ids in the order in which they came: the service lists those shown last first. */
  #order: string[] = [];

  constructor({ isInteractive, send, onKeyboard, onFit }: TopBarOptions) {
    this.#send = send;
    this.#isInteractive = isInteractive;
    this.#address = isInteractive ? this.#addressField() : make('p', { class: 'address' });
    this.#reload = iconButton('reload', 'Reload', () =>
      send({ type: 'go', to: this.#isLoading ? 'stop' : 'reload' }),
    );
    const go = (to: 'back' | 'forward', label: string): HTMLButtonElement =>
      iconButton(to, label, () => send({ type: 'go', to }));
    const keyboard = iconButton('keyboard', 'Keyboard', onKeyboard);
    keyboard.hidden = !matchMedia('(pointer: coarse)').matches;
    const fit = iconButton('fit', 'Whole page', onFit);
    fit.hidden = keyboard.hidden;
    const bar = make('header', {
      class: 'bar',
      children: isInteractive
        ? [go('back', 'Back'), go('forward', 'Forward'), this.#reload, this.#address, keyboard, fit]
        : [this.#address, fit],
    });
    this.#tabs.hidden = true;
    this.elements = [this.#tabs, bar];
  }

  focus(): void {
    this.#address.focus();
  }

  show({ tabs, isLoading }: ViewState): void {
    const active = tabs.find(({ isActive }) => isActive);
    const url = active?.url ?? '';
    document.title = active?.title ? `${active.title} · live` : 'Live session';
    if (this.#address instanceof HTMLInputElement) {
      // Nobody likes to have an address changed that is being written.
      if (document.activeElement !== this.#address) this.#address.value = url;
    } else this.#address.textContent = url;
    if (isLoading !== this.#isLoading) {
      this.#isLoading = isLoading;
      setIcon(this.#reload, isLoading ? 'stop' : 'reload');
      this.#reload.setAttribute('aria-label', isLoading ? 'Stop' : 'Reload');
      this.#reload.title = isLoading ? 'Stop' : 'Reload';
    }
    this.#showTabs(tabs);
  }

  #addressField(): HTMLInputElement {
    const field = make('input', {
      class: 'address',
      attributes: {
        type: 'text',
        inputmode: 'url',
        enterkeyhint: 'go',
        autocapitalize: 'off',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-label': 'Address',
      },
    });
    field.addEventListener('focus', () => field.select());
    field.addEventListener('keydown', ({ key, isComposing }) => {
      if (key !== 'Enter' || isComposing) return;
      this.#send({ type: 'address', url: field.value });
      field.blur();
    });
    return field;
  }

  #showTabs(tabs: readonly TabNews[]): void {
    this.#tabs.hidden = tabs.length < 2;
    const known = tabs.map(({ id }) => id);
    this.#order = [...new Set([...this.#order.filter((id) => known.includes(id)), ...known.toReversed()])];
    const sorted = tabs.toSorted((a, b) => this.#order.indexOf(a.id) - this.#order.indexOf(b.id));
    this.#tabs.replaceChildren(...sorted.map((tab) => this.#tab(tab)));
  }

  #tab({ id, title, url, isActive }: TabNews): HTMLElement {
    const label = title || url || 'New tab';
    const name = make('button', {
      class: 'name',
      text: label,
      attributes: { type: 'button', title: label, ...(isActive && { 'aria-current': 'page' }) },
    });
    const close = make('button', {
      class: 'close',
      text: '×',
      attributes: { type: 'button', 'aria-label': `Close ${label}` },
    });
    name.disabled = !this.#isInteractive;
    close.hidden = !this.#isInteractive;
    name.addEventListener('click', () => this.#send({ type: 'tab', id, isClosing: false }));
    close.addEventListener('click', () => this.#send({ type: 'tab', id, isClosing: true }));
    return make('div', {
      class: 'tab',
      attributes: isActive ? { 'data-active': '' } : {},
      children: [name, close],
    });
  }
}
