import { readStore } from './database/read-store.js';
import { factsOf } from './database/store-facts.js';
import { finishClone } from './encode-clone.js';

/** @import { Budget } from './database/read-store.js' */

/** @typedef {{text: string, leftOut: number} | {problem: string}} DatabaseText `leftOut`: records that cannot be written */

/**
 * One database with all that is in it as JSON text, as it stands at one moment.
 * @param {{name: string, maxCharacters: number, patienceMs: number}} request
 * @returns {Promise<DatabaseText>}
 */
export function readDatabase({ name, maxCharacters, patienceMs }) {
  /** @type {{database?: IDBDatabase}} */
  const opened = {};
  const read = async () => {
    opened.database = await openDatabase(name);
    return readAll(opened.database, maxCharacters);
  };
  /** @type {Promise<DatabaseText>} */
  const late = new Promise((resolve) => {
    setTimeout(() => resolve({ problem: 'the page is writing to it' }), patienceMs);
  });
  const done = read().catch((error) => ({ problem: String(error.message) }));
  return Promise.race([done, late]).finally(() => opened.database?.close());
}

/**
 * @param {string} name as JSON text
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(JSON.parse(name));
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('it could not be opened')));
  });
}

/**
 * @param {IDBDatabase} database
 * @param {number} maxCharacters
 * @returns {Promise<DatabaseText>}
 */
async function readAll(database, maxCharacters) {
  database.addEventListener('versionchange', () => database.close());
  /** @type {Budget} */
  const budget = { left: maxCharacters, leftOut: 0 };
  const names = Array.from(database.objectStoreNames);
  const parts = [];
  for (const { facts, records } of await readStores(database, names, budget)) {
    const texts = [];
    for (const record of records) {
      texts.push(typeof record === 'string' ? record : JSON.stringify(await finishClone(record)));
    }
    parts.push(`{"facts":${JSON.stringify(facts)},"records":[${texts.join(',')}]}`);
  }
  const text = `{"version":${database.version},"stores":[${parts.join(',')}]}`;
  return text.length > maxCharacters ? { problem: 'too large' } : { text, leftOut: budget.leftOut };
}

/**
 * @param {IDBDatabase} database
 * @param {string[]} names
 * @param {Budget} budget
 */
async function readStores(database, names, budget) {
  // A transaction of no store is an error.
  if (names.length === 0) return [];
  const transaction = database.transaction(names, 'readonly');
  return Promise.all(
    names.map(async (each) => {
      const store = transaction.objectStore(each);
      const facts = factsOf(store);
      budget.left -= JSON.stringify(facts).length;
      return { facts, records: await readStore(store, budget) };
    }),
  );
}
