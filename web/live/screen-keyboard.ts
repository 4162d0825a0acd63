/**
 * The keyboard on the screen of the viewer's device. It waits while text is composed in the field: losing the focus
 * would end the composition, and the page would have its text twice.
 */
export class ScreenKeyboard {
  readonly #field: HTMLTextAreaElement;
  #isComposing = false;
  /** The last change that was asked for meanwhile. */
  #waiting: (() => void) | undefined;

  constructor(field: HTMLTextAreaElement) {
    this.#field = field;
    field.addEventListener('compositionstart', () => (this.#isComposing = true));
    field.addEventListener('compositionend', () => {
      this.#isComposing = false;
      // The field still has to take the text.
      setTimeout(() => this.#change(this.#waiting));
    });
  }

  /** A field that has the focus already must get it anew, else a phone shows no keyboard. */
  open(inputMode: string): void {
    const field = this.#field;
    this.#change(() => {
      if (document.activeElement === field && field.inputMode === inputMode) return;
      field.inputMode = inputMode;
      field.blur();
      field.focus({ preventScroll: true });
    });
  }

  /** The next touch opens none. */
  keepClosed(): void {
    this.#change(() => (this.#field.inputMode = 'none'));
  }

  #change(change: (() => void) | undefined): void {
    this.#waiting = this.#isComposing ? change : undefined;
    if (!this.#isComposing) change?.();
  }
}
