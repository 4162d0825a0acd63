import { decodeClone } from './decode-clone.js';

/** @import { CloneNode } from './clone-nodes.js' */
/** @import { StoredDatabase, StoreFacts } from './database/store-facts.js' */

/** @typedef {Array<{facts: StoreFacts, records: unknown[][]}>} FilledStores */

/**
 * Puts back what `readDatabase` has read; returns why it could not, or null.
 * @param {{name: string, text: string}} stored
 * @returns {Promise<string | null>}
 */
export async function writeDatabase({ name, text }) {
  /** @type {StoredDatabase} */
  const { version, stores } = JSON.parse(text);
  const filled = stores.map(({ facts, records }) => ({
    facts,
    records: records.map((nodes) => /** @type {unknown[]} */ (decodeClone(nodes))),
  }));
  return new Promise((resolve) => {
    const request = indexedDB.open(JSON.parse(name), version);
    request.onupgradeneeded = () => {
      const transaction = /** @type {IDBTransaction} */ (request.transaction);
      try {
        create(request.result, filled);
        fill(transaction, filled);
      } catch (error) {
        transaction.abort();
        resolve(error instanceof Error ? error.message : String(error));
      }
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(null);
    };
    request.addEventListener('error', () => resolve(request.error?.message ?? 'it could not be written'));
  });
}

/**
 * @param {IDBDatabase} database
 * @param {FilledStores} stores
 */
function create(database, stores) {
  for (const { facts } of stores) {
    const { keyPath, autoIncrement, indexes } = facts;
    const store = database.createObjectStore(facts.name, { keyPath, autoIncrement });
    for (const index of indexes) {
      store.createIndex(index.name, index.keyPath, { unique: index.unique, multiEntry: index.multiEntry });
    }
  }
}

/**
 * @param {IDBTransaction} transaction
 * @param {FilledStores} stores
 */
function fill(transaction, stores) {
  for (const { facts, records } of stores) {
    const store = transaction.objectStore(facts.name);
    for (const [value, key] of records) {
      if (facts.keyPath === null) store.put(value, /** @type {IDBValidKey} */ (key));
      else store.put(value);
    }
  }
}
