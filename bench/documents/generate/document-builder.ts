import { createRandom, type Random } from '../../pages/random.ts';
import type { BenchDocument, Block, Inline, ListBlock } from '../model.ts';
import { phrase, sentence, sentences, type Register } from './register.ts';

export interface DocumentStart {
  name: string;
  seed: number;
  register: Register;
  language: string;
  isRtl?: boolean;
  title: string;
  author: string;
  header: string;
  footer: string;
}

interface ParagraphOptions {
  /** Sentences. */
  min?: number;
  max?: number;
  hasFootnote?: boolean;
}

/** Puts a document together, block by block; the same seed makes the same document. */
export class DocumentBuilder {
  readonly random: Random;
  readonly register: Register;
  readonly blocks: Block[] = [];
  readonly footnotes: string[] = [];
  readonly #start: DocumentStart;
  #headings: string[] = [];

  constructor(start: DocumentStart) {
    this.#start = start;
    this.register = start.register;
    this.random = createRandom(start.seed);
    this.heading(1, start.title);
  }

  build(): BenchDocument {
    const { name, language, isRtl = false, title, author, header, footer } = this.#start;
    const { blocks, footnotes } = this;
    return { name, number: 0, language, isRtl, title, author, header, footer, blocks, footnotes };
  }

  heading(level: number, text = this.#nextHeading()): this {
    this.blocks.push({ type: 'heading', level, text });
    return this;
  }

  /** Sentences with now and then a link, emphasis, code or a footnote among them. */
  paragraph({ min = 3, max = 6, hasFootnote = false }: ParagraphOptions = {}): this {
    const content: Inline[] = [];
    const count = this.random.int(min, max);
    const noteAt = hasFootnote ? this.random.int(0, count - 1) : -1;
    for (let index = 0; index < count; index++) {
      if (index > 0 && this.register.gap !== '') content.push({ text: this.register.gap });
      this.#sentence(content);
      if (index === noteAt) {
        this.footnotes.push(sentence(this.register, this.random));
        const number = this.footnotes.length;
        content.push({ text: `${number}`, style: 'sup', footnote: number });
      }
    }
    this.blocks.push({ type: 'paragraph', content: joinRuns(content) });
    return this;
  }

  paragraphs(min: number, max: number): this {
    const count = this.random.int(min, max);
    for (let index = 0; index < count; index++) this.paragraph();
    return this;
  }

  text(text: string): this {
    this.blocks.push({ type: 'paragraph', content: [{ text }] });
    return this;
  }

  quote(): this {
    this.blocks.push({ type: 'quote', content: [{ text: sentences(this.register, this.random, 1, 3) }] });
    return this;
  }

  list(isOrdered: boolean, min = 3, max = 6, isNested = false): this {
    this.blocks.push(this.#list(isOrdered, min, max, isNested ? 1 : 0));
    return this;
  }

  code(language: string, text: string): this {
    this.blocks.push({ type: 'code', language, text });
    return this;
  }

  figure(label: string): this {
    const caption = `${label} ${sentence(this.register, this.random)}`;
    this.blocks.push({ type: 'figure', caption, alternative: phrase(this.register, this.random) });
    return this;
  }

  pageBreak(): this {
    this.blocks.push({ type: 'page-break' });
    return this;
  }

  add(block: Block): this {
    this.blocks.push(block);
    return this;
  }

  phrase(): string {
    return phrase(this.register, this.random);
  }

  /** Each of the register's titles once, before any comes again. */
  #nextHeading(): string {
    if (this.#headings.length === 0) this.#headings = [...this.register.headings];
    const at = this.random.int(0, this.#headings.length - 1);
    const [pattern = ''] = this.#headings.splice(at, 1);
    return phrase({ ...this.register, phrases: [pattern] }, this.random);
  }

  #sentence(content: Inline[]): void {
    const text = sentence(this.register, this.random);
    const words = text.split(' ');
    if (words.length < 6 || !this.random.chance(0.18)) {
      content.push({ text });
      return;
    }
    const from = this.random.int(1, words.length - 4);
    const to = from + this.random.int(1, 3);
    const run: Inline = { text: words.slice(from, to).join(' ') };
    const kind = this.random.int(0, 3);
    if (kind === 0) run.style = 'strong';
    else if (kind === 1) run.style = 'em';
    else run.href = `https://www.example.org/${this.random.int(1, 99)}/notes-${this.random.int(100, 999)}`;
    content.push({ text: `${words.slice(0, from).join(' ')} ` }, run, {
      text: ` ${words.slice(to).join(' ')}`,
    });
  }

  #list(isOrdered: boolean, min: number, max: number, depth: number): ListBlock {
    const items = Array.from({ length: this.random.int(min, max) }, (_, index) => ({
      content: [{ text: this.random.chance(0.4) ? sentence(this.register, this.random) : this.phrase() }],
      ...(depth > 0 &&
        (index === 1 || this.random.chance(0.2)) && {
          children: this.#list(this.random.chance(0.3), 2, 3, depth - 1),
        }),
    }));
    return { type: 'list', isOrdered, items };
  }
}

/** Neighbours without a style become one run. */
function joinRuns(content: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const run of content) {
    const last = joined.at(-1);
    const isPlain = run.style === undefined && run.href === undefined && run.footnote === undefined;
    if (last !== undefined && isPlain && last.style === undefined && last.href === undefined)
      last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}
