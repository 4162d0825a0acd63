import type { RemovalMask, Tree } from '../tree.ts';
import * as tags from '../tags.ts';
import { isBlock, isHeading } from './block-tags.ts';
import { isTexScript } from '../formula-source.ts';
import { isLeftOut } from './left-out.ts';
import type { MarkdownOptions } from './options.ts';
import { findFormula, type Formula } from './math/find-formula.ts';
import { FootnoteSurvey } from './footnote-survey.ts';
import { isSidenote, labelOfToggle } from './sidenote-survey.ts';
import { type TableKind, TableSurvey } from './table/table-survey.ts';

/** A link around whole blocks: Markdown has none, so one block in it becomes the link. */
export interface BlockLink {
  /** The first heading in it that has text, 0 for none: the block that becomes the link. */
  heading: number;
  hasText: boolean;
}

/** The facts that must be known about a page before its first line can be written. One loop, nothing recursive. */
export interface Survey {
  /** 1 = neither the node nor anything in it is written. */
  readonly isLeftOut: Uint8Array;
  readonly tables: ReadonlyMap<number, TableKind>;
  readonly blockLinks: ReadonlyMap<number, BlockLink>;
  /** Label of each footnote that is both referred to and defined, by element id. */
  readonly footnotes: ReadonlyMap<string, string>;
  /** `noscript` elements with an image in them. */
  readonly noscriptImages: ReadonlySet<number>;
  /** Notes in the margin that stand within a sentence. */
  readonly sidenotes: ReadonlySet<number>;
  /** Formulas by the element that shows them. */
  readonly formulas: ReadonlyMap<number, Formula>;
  /** Blocks known to hold no code; noted while the page is written. */
  readonly codeless: Set<number>;
}

interface OpenLink {
  readonly node: number;
  heading: number;
}

/** Surveys the nodes under `root`; a `removed` node is out, whatever it is. */
export function surveyTree(tree: Tree, root: number, options: MarkdownOptions): Survey {
  return new Surveyor(tree, root, options).survey();
}

class Surveyor {
  readonly #tree: Tree;
  readonly #root: number;
  readonly #removed: RemovalMask | undefined;
  readonly #shown: Uint8Array | undefined;
  readonly #isLeftOut: Uint8Array;
  readonly #tables: TableSurvey;
  readonly #footnotes: FootnoteSurvey;
  readonly #blockLinks = new Map<number, BlockLink>();
  readonly #noscriptImages = new Set<number>();
  readonly #sidenotes = new Set<number>();
  readonly #formulas = new Map<number, Formula>();
  readonly #hasTexScripts: boolean;
  #link: OpenLink = { node: 0, heading: 0 };
  #linkEnd = 0;
  /** The last `noscript`; -1 before the first. */
  #noscript = -1;

  constructor(tree: Tree, root: number, { removed, shown }: MarkdownOptions) {
    this.#tree = tree;
    this.#root = root;
    this.#removed = removed;
    this.#shown = shown;
    this.#isLeftOut = new Uint8Array(tree.length);
    this.#tables = new TableSurvey(tree);
    this.#footnotes = new FootnoteSurvey(tree);
    this.#hasTexScripts = hasTexScript(tree);
  }

  survey(): Survey {
    const { tag: tagOf, end } = this.#tree;
    const stop = end[this.#root]!;
    for (let node = this.#root; node < stop;) {
      const tag = tagOf[node]!;
      if (tag < tags.FIRST_ELEMENT_TAG) {
        if ((this.#removed?.[node] ?? 0) !== 0) this.#isLeftOut[node] = 1;
        else if (tag === tags.TEXT && node < this.#linkEnd) this.#seeLinkText(node);
        node++;
        continue;
      }
      if (tag === tags.INPUT) this.#seeInput(node);
      if (node !== this.#root && this.#mustLeaveOut(node)) {
        this.#isLeftOut[node] = 1;
        node = end[node]!;
        continue;
      }
      node = this.#seeElement(node, tag);
    }
    return {
      isLeftOut: this.#isLeftOut,
      tables: this.#tables.finish(),
      blockLinks: this.#blockLinks,
      footnotes: this.#footnotes.finish(),
      noscriptImages: this.#noscriptImages,
      sidenotes: this.#sidenotes,
      formulas: this.#formulas,
      codeless: new Set(),
    };
  }

  #mustLeaveOut(node: number): boolean {
    if (this.#isRemoved(node) || isLeftOut(this.#tree, node, this.#shown)) return true;
    // MathJax 2 writes its rendering before the script that holds the TeX.
    return this.#hasTexScripts && /^MathJax(?:_|\s|$)/.test(this.#tree.attribute(node, 'class') ?? '');
  }

  /** A script shows nothing and is taken out as such, but for one with a formula. */
  #isRemoved(node: number): boolean {
    if ((this.#removed?.[node] ?? 0) === 0) return false;
    return !this.#hasTexScripts || this.#tree.tag[node] !== tags.SCRIPT || !isTexScript(this.#tree, node);
  }

  /** Notes what an element shows, and returns where to go on. */
  #seeElement(node: number, tag: number): number {
    this.#tables.see(node, tag);
    const formula = findFormula(this.#tree, node, this.#root);
    if (formula !== undefined) {
      this.#formulas.set(formula.container, formula);
      return this.#tree.end[formula.container]!;
    }
    if (tag === tags.NOSCRIPT) this.#noscript = node;
    else if (tag === tags.IMG && node < (this.#tree.end[this.#noscript] ?? 0)) {
      this.#noscriptImages.add(this.#noscript);
    } else if (tag === tags.A) this.#seeLink(node);
    else if (tag === tags.SPAN || tag === tags.SMALL) this.#seeSpan(node);
    else if (tag === tags.SUP) this.#footnotes.seeSuperscript(node);
    else if (tag === tags.LI || tag === tags.ASIDE || tag === tags.DT) this.#footnotes.seeNote(node);
    if (node < this.#linkEnd && isBlock(tag)) this.#seeBlockInLink(node, tag);
    return node + 1;
  }

  #seeSpan(node: number): void {
    if (isSidenote(this.#tree, node)) this.#sidenotes.add(node);
  }

  /** A checkbox may show a note, even where it is taken out as a control itself. */
  #seeInput(node: number): void {
    const label = labelOfToggle(this.#tree, node);
    if (label !== 0) this.#isLeftOut[label] = 1;
  }

  #seeLink(node: number): void {
    this.#link = { node, heading: 0 };
    this.#linkEnd = this.#tree.end[node]!;
    this.#footnotes.seeLink(node);
  }

  #seeBlockInLink(node: number, tag: number): void {
    if (isHeading(tag)) this.#link.heading = node;
    if (!this.#blockLinks.has(this.#link.node))
      this.#blockLinks.set(this.#link.node, { heading: 0, hasText: false });
  }

  #seeLinkText(node: number): void {
    const link = this.#blockLinks.get(this.#link.node);
    if (link === undefined || link.heading !== 0 || this.#tree.text(node).trim() === '') return;
    link.hasText = true;
    const { heading } = this.#link;
    if (heading !== 0 && node < this.#tree.end[heading]!) link.heading = heading;
  }
}

function hasTexScript(tree: Tree): boolean {
  for (
    let node = tree.tag.indexOf(tags.SCRIPT);
    node !== -1;
    node = tree.tag.indexOf(tags.SCRIPT, node + 1)
  ) {
    if (isTexScript(tree, node)) return true;
  }
  return false;
}
