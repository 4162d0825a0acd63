/** A body that is no larger is taken without asking. */
export const FREE_BODY_BYTES = 1_000_000;

/**
 * Called once before a larger body is taken, with the most bytes that the body may have; the body waits until the
 * promise fulfils. A rejection ends the exchange.
 */
export type AdmitBody = (maxBytes: number) => Promise<void>;
