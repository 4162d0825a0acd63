import htm from 'htm';
import { h, type ComponentChild, type VNode } from 'preact';

/** Template tag for elements; a value is text, an attribute or a child, and never markup. */
export const view = (htm as unknown as { bind(create: typeof h): unknown }).bind(h) as (
  parts: TemplateStringsArray,
  ...values: unknown[]
) => VNode;

export type Shown = ComponentChild;
