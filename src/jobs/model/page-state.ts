/** States of a page; the numbers are those of the database, which keeps `leased` in a table of its own. */
export const PAGE_STATE = { queued: 0, leased: 1, done: 2, failed: 3, dropped: 4 } as const;

export type PageState = (typeof PAGE_STATE)[keyof typeof PAGE_STATE];
