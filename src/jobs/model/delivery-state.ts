/** States of a call to a webhook; the numbers are those of the database. Below `delivered` it is still to be made. */
export const DELIVERY_STATE = { waiting: 0, underWay: 1, delivered: 2, failed: 3 } as const;
