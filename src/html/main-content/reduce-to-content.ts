import type { PageEvidence } from './classify/page-evidence.ts';
import { remeasureDraft, type Draft } from './draft.ts';
import { dropAboveTitle } from './drop/drop-above-title.ts';
import { dropCards } from './drop/drop-cards.ts';
import { dropLinkLists } from './drop/drop-link-lists.ts';
import { dropRivers } from './drop/drop-rivers.ts';
import { dropSideSections } from './drop/drop-side-sections.ts';
import { dropSignUps } from './drop/drop-sign-ups.ts';
import { narrowToProse, stayInMain } from './narrow.ts';
import type { Strategy } from './strategies.ts';

/** Prose is looked for when that share of what is left is prose. */
const PROSE_PAGE = 0.2;

/** Takes out what a page of this type holds beside its content. Its declared frame is off already. */
export function reduceToContent(draft: Draft, strategy: Strategy, evidence: PageEvidence): void {
  const { measures } = draft;
  const {
    proseShare,
    cardProse,
    linkLists,
    isOneText = false,
    mayInvite = false,
    mayOpenBeforeTitle = false,
    mayDiscussSideMatter = false,
  } = strategy;
  remeasureDraft(draft);
  stayInMain(draft);
  remeasureDraft(draft);
  if (isOneText) {
    dropRivers(draft, evidence);
    remeasureDraft(draft);
  }
  if (proseShare !== undefined && measures.proseWords[0]! >= PROSE_PAGE * measures.words[0]!) {
    narrowToProse(draft, proseShare);
    remeasureDraft(draft);
  }
  if (cardProse !== undefined) {
    dropCards(draft, { prose: cardProse, mayBePicks: isOneText });
    remeasureDraft(draft);
  }
  if (linkLists !== undefined) {
    dropLinkLists(draft, linkLists, evidence.host.join('.'));
    remeasureDraft(draft);
  }
  if (!mayInvite) {
    dropSignUps(draft, evidence.mailFields);
    remeasureDraft(draft);
  }
  if (!mayDiscussSideMatter) dropSideSections(draft, linkLists?.mayBeFeatures === true);
  if (!mayOpenBeforeTitle) dropAboveTitle(draft);
  remeasureDraft(draft);
}
