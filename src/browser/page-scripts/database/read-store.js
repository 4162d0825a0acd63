import { encodeClone } from '../encode-clone.js';

/** @import { Encoded } from '../encode-clone.js' */

const BATCH = 100;

/**
 * The characters left for a database, and the number of its records that cannot be written.
 * @typedef {{left: number, leftOut: number}} Budget
 */

/**
 * All records, encoded as they come: they may be more than should be held at once.
 * @param {IDBObjectStore} store
 * @param {Budget} budget
 * @returns {Promise<Array<string | Encoded>>} records with blobs are to be finished
 */
export function readStore(store, budget) {
  return new Promise((resolve, reject) => {
    /** @type {Array<string | Encoded>} */
    const records = [];
    /** @param {IDBValidKey} [after] */
    const next = (after) => {
      const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
      const keys = store.getAllKeys(range, BATCH);
      const values = store.getAll(range, BATCH);
      values.onsuccess = () => {
        try {
          for (const [index, value] of values.result.entries()) {
            const record = store.keyPath === null ? [value, keys.result[index]] : [value];
            const encoded = encodeRecord(record, budget);
            if (encoded !== undefined) records.push(encoded);
          }
          if (values.result.length < BATCH) resolve(records);
          else next(keys.result.at(-1));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      values.addEventListener('error', () => reject(new Error('it could not be read')));
    };
    next();
  });
}

/**
 * @param {unknown[]} record
 * @param {Budget} budget
 */
function encodeRecord(record, budget) {
  try {
    const encoded = encodeClone(record, budget);
    return encoded.blobs.length > 0 ? encoded : JSON.stringify(encoded.nodes);
  } catch (error) {
    if (error instanceof Error && error.message === 'too large') throw error;
    budget.leftOut++;
    return undefined;
  }
}
