import type { CallOptions } from '../cdp/pending-calls.ts';
import { describeControl } from '../page-scripts/view/describe-control.js';
import { callOnNode, type NodePlace } from './call-on-node.ts';
import { findNodeAt } from './find-node.ts';
import type { ViewedTab } from './viewed-tab.ts';

/** An entry of a list. */
export interface SelectOption {
  label: string;
  group: string;
  isSelected: boolean;
  isDisabled: boolean;
}

/** A control that opens something which pictures do not show. */
export type FoundControl = { node: NodePlace; label: string } & (
  | { kind: 'select'; options: SelectOption[] }
  | { kind: 'field'; type: string; value: string; min: string; max: string; step: string }
);

/** The list, or the field for a date, a time or a colour, at a point of the viewport; undefined when there is none. */
export async function findControlAt(
  tab: ViewedTab,
  at: { x: number; y: number },
  call: CallOptions,
): Promise<FoundControl | undefined> {
  const node = await findNodeAt(tab, at, call);
  if (!node || !/^(?:select|input)$/.test(node.localName)) return undefined;
  const found = await callOnNode(tab, node, describeControl, { args: [], ...call });
  return found.kind === 'select' || found.kind === 'field' ? ({ ...found, node } as FoundControl) : undefined;
}
