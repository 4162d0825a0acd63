/** An answer that is JSON text already: documents are kept as such, and reading them back would only cost time. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
