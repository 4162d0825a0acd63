import { make } from './elements.ts';
import type { Prompt, SelectOption } from './news.ts';

/** Sends the answer of a sheet, and files after it. */
export type Answer = (message: Readonly<Record<string, unknown>>, files?: readonly ArrayBuffer[]) => void;

interface Sheet {
  title: string;
  /** The field that is filled in, and what else stands there. */
  content: readonly HTMLElement[];
  confirm: string;
  /** Undefined: there is nothing to choose. */
  cancel: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Questions of the page, one after the other, as sheets over its picture. */
export class PromptSheets {
  readonly #answer: Answer;
  readonly #onClosed: () => void;
  readonly #open = new Map<number, HTMLDialogElement>();

  constructor(answer: Answer, onClosed: () => void) {
    this.#answer = answer;
    this.#onClosed = onClosed;
  }

  show(prompt: Prompt): void {
    const sheet = this.#sheetOf(prompt);
    const dialog = make('dialog', { attributes: { 'aria-label': sheet.title } });
    const state = { isConfirmed: false };
    const form = make('form', {
      attributes: { method: 'dialog' },
      children: [make('h2', { text: sheet.title }), ...sheet.content, choicesOf(sheet, dialog)],
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      state.isConfirmed = true;
      dialog.close();
    });
    dialog.append(form);
    dialog.addEventListener('close', () => {
      // Closed from here; the page has closed those that are no longer known.
      if (this.#open.delete(prompt.id)) {
        if (state.isConfirmed) sheet.onConfirm();
        else sheet.onCancel();
      }
      dialog.remove();
      this.#onClosed();
    });
    this.#open.set(prompt.id, dialog);
    document.body.append(dialog);
    dialog.showModal();
  }

  close(id: number): void {
    const dialog = this.#open.get(id);
    this.#open.delete(id);
    dialog?.close();
  }

  closeAll(): void {
    for (const id of this.#open.keys()) this.close(id);
  }

  #sheetOf(prompt: Prompt): Sheet {
    switch (prompt.type) {
      case 'select':
        return this.#select(prompt);
      case 'field':
        return this.#field(prompt);
      case 'dialog':
        return this.#dialog(prompt);
      case 'chooser':
        return this.#chooser(prompt);
    }
  }

  #select({ id, label, options }: Extract<Prompt, { type: 'select' }>): Sheet {
    const list = make('select', {
      attributes: { 'aria-label': label || 'Options', size: String(sizeOf(options)) },
    });
    list.append(...entriesOf(options));
    const sheet = this.#sheet(label || 'Choose', list, () =>
      this.#answer({ type: 'choose', id, options: list.selectedIndex < 0 ? [] : [list.selectedIndex] }),
    );
    list.addEventListener('dblclick', () => list.form?.requestSubmit());
    return sheet;
  }

  #field({ id, label, kind, value, min, max, step }: Extract<Prompt, { type: 'field' }>): Sheet {
    const field = make('input', { attributes: { type: kind, 'aria-label': label || kind } });
    if (min !== '') field.min = min;
    if (max !== '') field.max = max;
    if (step !== '') field.step = step;
    field.value = value;
    return this.#sheet(label || 'Choose a value', field, () =>
      this.#answer({ type: 'field', id, value: field.value }),
    );
  }

  #dialog({ id, kind, message, text }: Extract<Prompt, { type: 'dialog' }>): Sheet {
    const field = kind === 'prompt' ? make('input', { attributes: { 'aria-label': 'Answer' } }) : undefined;
    if (field) field.value = text;
    const answer = (isAccepted: boolean): void =>
      this.#answer({ type: 'dialog', id, isAccepted, text: field?.value ?? '' });
    const isLeaving = kind === 'beforeunload';
    const says = isLeaving ? 'What was written there may be lost.' : message;
    return {
      title: isLeaving ? 'Leave this page?' : 'The page says',
      content: [make('p', { class: 'message', text: says }), ...(field ? [field] : [])],
      confirm: isLeaving ? 'Leave' : 'OK',
      cancel: kind === 'alert' ? undefined : isLeaving ? 'Stay' : 'Cancel',
      onConfirm: () => answer(true),
      onCancel: () => answer(kind === 'alert'),
    };
  }

  #chooser({ id, isMultiple }: Extract<Prompt, { type: 'chooser' }>): Sheet {
    const field = make('input', { attributes: { type: 'file', 'aria-label': 'Files' } });
    field.multiple = isMultiple;
    return {
      ...this.#sheet(isMultiple ? 'The page asks for files' : 'The page asks for a file', field, () => {
        void this.#sendFiles(id, Array.from(field.files ?? []));
      }),
      confirm: 'Upload',
      onCancel: () => this.#answer({ type: 'files', id, files: [] }),
    };
  }

  async #sendFiles(id: number, chosen: readonly File[]): Promise<void> {
    const contents = await Promise.all(chosen.map((file) => file.arrayBuffer()));
    const files = chosen.map(({ name, type }) => ({ name: name.slice(0, 255), type: type.slice(0, 100) }));
    this.#answer({ type: 'files', id, files }, contents);
  }

  #sheet(title: string, field: HTMLElement, onConfirm: () => void): Sheet {
    return {
      title,
      content: [field],
      confirm: 'Choose',
      cancel: 'Cancel',
      onConfirm,
      onCancel: () => undefined,
    };
  }
}

function choicesOf({ confirm, cancel }: Sheet, dialog: HTMLDialogElement): HTMLElement {
  const no =
    cancel !== undefined && make('button', { class: 'button', text: cancel, attributes: { type: 'button' } });
  if (no) no.addEventListener('click', () => dialog.close());
  const yes = make('button', { class: 'button main', text: confirm, attributes: { type: 'submit' } });
  return make('div', { class: 'choices', children: [no, yes] });
}

/** A phone shows a list of its own for a list of one row. */
function sizeOf(options: readonly SelectOption[]): number {
  const isTouched = matchMedia('(pointer: coarse)').matches;
  const groups = new Set(options.map(({ group }) => group).filter((name) => name !== '')).size;
  return isTouched ? 1 : Math.min(12, Math.max(3, options.length + groups));
}

function entriesOf(options: readonly SelectOption[]): HTMLElement[] {
  const entries: HTMLElement[] = [];
  let group: HTMLOptGroupElement | undefined;
  for (const { label, group: name, isSelected, isDisabled } of options) {
    const entry = make('option', { text: label });
    entry.selected = isSelected;
    entry.disabled = isDisabled;
    if (name === '') group = undefined;
    else if (group?.label !== name) {
      group = make('optgroup');
      group.label = name;
      entries.push(group);
    }
    if (group) group.append(entry);
    else entries.push(entry);
  }
  return entries;
}
