const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may go out as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: strings are escaped; `undefined` and `false` leave nothing. */
export type MarkupValue = string | number | Markup | undefined | false | MarkupValue[];

/** Template tag for HTML. */
export function html(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: MarkupValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeMarkup(String(value));
}

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
