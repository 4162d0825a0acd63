/** @import { CloneNode } from '../clone-nodes.js' */

/**
 * A database as JSON text holds it.
 * @typedef {object} StoredDatabase
 * @property {number} version
 * @property {Array<{facts: StoreFacts, records: CloneNode[][]}>} stores
 *
 * @typedef {object} StoreFacts
 * @property {string} name
 * @property {string | string[] | null} keyPath
 * @property {boolean} autoIncrement
 * @property {Array<{name: string, keyPath: string | string[], unique: boolean, multiEntry: boolean}>} indexes
 */

/**
 * @param {IDBObjectStore} store
 * @returns {StoreFacts}
 */
export function factsOf(store) {
  return {
    name: store.name,
    keyPath: store.keyPath,
    autoIncrement: store.autoIncrement,
    indexes: Array.from(store.indexNames, (each) => {
      const { keyPath, unique, multiEntry } = store.index(each);
      return { name: each, keyPath, unique, multiEntry };
    }),
  };
}
