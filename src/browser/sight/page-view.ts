import type { ViewItem } from '../page-scripts/sight/view-page.js';

/** An element of a page that can be acted on by its number, or a heading, or something that is said. */
export interface ViewedItem extends ViewItem {
  /** The frame of another site that it is in; undefined for the page and frames of its own site. */
  frameId: string | undefined;
}

/** A page as its readers see it: what can be acted on, and its text, both in the order of the page. */
export interface PageView {
  url: string;
  title: string;
  items: ViewedItem[];
  /** Lines of text, those of the items among them. */
  texts: string[];
  /** The first number that no element has. */
  next: number;
  /** The page is too much to be looked through. */
  isCut: boolean;
}
