/** A block of the page, as GET /v2/team/scrapes/{id}/parts lists it. */
export interface PagePart {
  tag: string;
  label: string;
  selector: string | null;
  characters: number;
  share: number;
  text: string;
}

export interface RemovedPart extends PagePart {
  rule: string;
  by: string;
  evidence: string;
  why: string;
  certainty: 'asked' | 'sure' | 'likely' | 'guessed';
  isWithinContent: boolean;
  anchor: string;
}

/** The page of a scrape in its parts. */
export interface PageParts {
  source: 'cache' | 'rawHtml';
  remarks: string[];
  characters: number;
  kept: { characters: number; selector: string | null; parts: PagePart[] };
  removed: RemovedPart[];
  moreRemoved: number;
}

/** A step of a scrape, as GET /v2/team/scrapes/{id} lists it. */
export interface Step {
  kind: string;
  name: string;
  atMs: number;
  tookMs: number;
  note: string | null;
  isFailed: boolean;
}

export interface ScrapeTrace {
  durationMs: number;
  steps: Step[];
}
