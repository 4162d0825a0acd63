/** A body that is no larger is taken without asking. */
export const FREE_BODY_BYTES = 1_000_000;

/**
 * Asked once before a larger body is taken, with the most bytes that it may have; not more is read until that fulfils.
 * What it throws ends the exchange.
 */
export type AdmitBody = (maxBytes: number) => Promise<void>;
