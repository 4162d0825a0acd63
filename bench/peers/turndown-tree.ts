import { DomHandler, DomUtils, parseDocument, Parser } from 'htmlparser2';

const { getElementsByTagName, getOuterHTML, removeElement, textContent } = DomUtils;

type Document = DomHandler['root'];
type Element = Extract<Document['children'][number], { attribs: unknown }>;
type Text = Extract<Document['children'][number], { nodeType: 3 }>;

// htmlparser2 makes nodes of these classes, but exports only what parses into them.
const sample = DomUtils.findOne(() => true, parseDocument('<i>text</i>').children);
const ElementOfTree = sample?.constructor as new (
  name: string,
  attributes: Record<string, string>,
) => Element;
const TextOfTree = sample?.firstChild?.constructor as new (data: string) => Text;

/** Parses with htmlparser2 into its own tree, whose nodes also have the DOM members that turndown touches. */
export function parseForTurndown(html: string): Document {
  const handler = new TurndownHandler();
  new Parser(handler).end(html);
  return handler.root;
}

class TurndownHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    const element = new TurndownElement(name, attributes);
    this.addNode(element);
    this.tagStack.push(element);
  }

  override ontext(data: string): void {
    if (this.lastNode instanceof TurndownText) {
      this.lastNode.data += data;
      return;
    }
    const text = new TurndownText(data);
    this.addNode(text);
    this.lastNode = text;
  }
}

class TurndownText extends TextOfTree {
  get nodeName(): string {
    return '#text';
  }

  get textContent(): string {
    return this.data;
  }
}

class TurndownElement extends ElementOfTree {
  readonly nodeName: string;

  constructor(name: string, attributes: Record<string, string>) {
    super(name, attributes);
    this.nodeName = name.toUpperCase();
  }

  get textContent(): string {
    return textContent(this);
  }

  get className(): string {
    return this.attribs['class'] ?? '';
  }

  get classList(): { contains(name: string): boolean } {
    return { contains: (name) => this.className.split(/\s+/).includes(name) };
  }

  /** Turndown reads `textAlign` only, which no page here has. */
  get style(): Record<string, string> {
    return {};
  }

  get outerHTML(): string {
    return getOuterHTML(this);
  }

  get lastElementChild(): object | undefined {
    return this.children.findLast((child) => child instanceof ElementOfTree);
  }

  /** Rows of a table. */
  get rows(): Element[] {
    return getElementsByTagName('tr', this.children);
  }

  getAttribute(name: string): string | null {
    return this.attribs[name] ?? null;
  }

  getElementsByTagName(name: string): Element[] {
    return getElementsByTagName(name.toLowerCase(), this.children);
  }

  querySelector(name: string): Element | null {
    return this.getElementsByTagName(name)[0] ?? null;
  }

  removeChild(child: Parameters<typeof removeElement>[0]): void {
    removeElement(child);
  }

  /** Turndown copies its input before it changes it; this tree belongs to nobody else, and a copy would cost time. */
  override cloneNode<T>(this: T): T {
    return this;
  }
}
