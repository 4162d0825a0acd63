/**
 * @typedef {ReturnType<typeof import('./encode-clone.js').cloneEncoder> & ReturnType<typeof import('./decode-clone.js').cloneDecoder>} Codec
 */

/**
 * What the origin of an empty page keeps: `localStorage` as JSON text of pairs, and the names of its databases, each as
 * JSON text. Lone surrogates survive in JSON text alone.
 * @param {Codec} _codec
 * @param {{maxCharacters: number, maxDatabases: number}} limits
 * @returns {Promise<{origin: string, localStorage: string | null, isTooLarge: boolean, databases: string[], moreDatabases: number}>}
 */
export async function readStorage(_codec, { maxCharacters, maxDatabases }) {
  const pairs = [];
  let characters = 0;
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index);
      const value = key === null ? null : localStorage.getItem(key);
      if (value === null) continue;
      characters += key.length + value.length;
      if (characters > maxCharacters) break;
      pairs.push([key, value]);
    }
  } catch {
    // Not allowed here.
  }
  const text = pairs.length === 0 ? null : JSON.stringify(pairs);
  const isTooLarge = characters > maxCharacters || (text !== null && text.length > maxCharacters);
  let names = [];
  try {
    names = (await indexedDB.databases())
      .filter(({ version }) => version > 0)
      .map(({ name }) => JSON.stringify(name));
  } catch {
    // Not allowed here.
  }
  return {
    origin: location.origin,
    localStorage: isTooLarge ? null : text,
    isTooLarge,
    databases: names.slice(0, maxDatabases),
    moreDatabases: Math.max(0, names.length - maxDatabases),
  };
}

/**
 * One database with all that is in it as JSON text, as it stands at one moment.
 * @param {Codec} codec
 * @param {{name: string, maxCharacters: number, patienceMs: number}} request
 * @returns {Promise<{text: string, leftOut: number} | {problem: string}>} `leftOut`: records that cannot be written
 */
export function readDatabase(codec, { name, maxCharacters, patienceMs }) {
  const BATCH = 100;
  const budget = { left: maxCharacters };
  let leftOut = 0;
  let database;

  const open = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(JSON.parse(name));
      request.addEventListener('upgradeneeded', () => request.transaction.abort());
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('it could not be opened')));
    });

  const describe = (store) => ({
    name: store.name,
    keyPath: store.keyPath,
    autoIncrement: store.autoIncrement,
    indexes: Array.from(store.indexNames, (each) => {
      const { keyPath, unique, multiEntry } = store.index(each);
      return { name: each, keyPath, unique, multiEntry };
    }),
  });

  /** All records, encoded as they come: they may be more than should be held at once. */
  const readStore = (store) =>
    new Promise((resolve, reject) => {
      const records = [];
      const next = (after) => {
        const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
        const keys = store.getAllKeys(range, BATCH);
        const values = store.getAll(range, BATCH);
        values.onsuccess = () => {
          try {
            for (const [index, value] of values.result.entries()) {
              const record = encodeRecord(store.keyPath === null ? [value, keys.result[index]] : [value]);
              if (record !== undefined) records.push(record);
            }
            if (values.result.length < BATCH) resolve(records);
            else next(keys.result.at(-1));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        values.addEventListener('error', () => reject(new Error('it could not be read')));
      };
      next(undefined);
    });

  const encodeRecord = (record) => {
    try {
      const encoded = codec.encode(record, budget);
      return encoded.blobs.length > 0 ? encoded : JSON.stringify(encoded.nodes);
    } catch (error) {
      if (error.message === 'too large') throw error;
      leftOut++;
      return undefined;
    }
  };

  const read = async () => {
    database = await open();
    database.addEventListener('versionchange', () => database.close());
    const names = Array.from(database.objectStoreNames);
    const transaction = names.length > 0 ? database.transaction(names, 'readonly') : undefined;
    const stores = await Promise.all(
      names.map(async (each) => {
        const store = transaction.objectStore(each);
        const facts = describe(store);
        budget.left -= JSON.stringify(facts).length;
        return { facts, records: await readStore(store) };
      }),
    );
    const parts = [];
    for (const { facts, records } of stores) {
      const texts = [];
      for (const record of records) {
        texts.push(typeof record === 'string' ? record : JSON.stringify(await codec.finish(record)));
      }
      parts.push(`{"facts":${JSON.stringify(facts)},"records":[${texts.join(',')}]}`);
    }
    const text = `{"version":${database.version},"stores":[${parts.join(',')}]}`;
    return text.length > maxCharacters ? { problem: 'too large' } : { text, leftOut };
  };

  const late = new Promise((resolve) =>
    setTimeout(() => resolve({ problem: 'the page is writing to it' }), patienceMs),
  );
  return Promise.race([read().catch((error) => ({ problem: String(error.message) })), late]).finally(() =>
    database?.close(),
  );
}

/**
 * Puts back what `readStorage` has read; returns how many entries there was no room for.
 * @param {Codec} _codec
 * @param {{localStorage: string}} stored
 * @returns {number}
 */
export function writeStorage(_codec, { localStorage: text }) {
  let refused = 0;
  for (const [key, value] of JSON.parse(text)) {
    try {
      localStorage.setItem(key, value);
    } catch {
      refused++;
    }
  }
  return refused;
}

/**
 * Puts back what `readDatabase` has read; returns why it could not, or null.
 * @param {Codec} codec
 * @param {{name: string, text: string}} stored
 * @returns {Promise<string | null>}
 */
export async function writeDatabase(codec, { name, text }) {
  const { version, stores } = JSON.parse(text);
  const filled = stores.map(({ facts, records }) => ({
    facts,
    records: records.map((nodes) => codec.decode(nodes)),
  }));

  const create = (database) => {
    for (const { facts } of filled) {
      const { keyPath, autoIncrement, indexes } = facts;
      const store = database.createObjectStore(facts.name, { keyPath, autoIncrement });
      for (const index of indexes) {
        store.createIndex(index.name, index.keyPath, { unique: index.unique, multiEntry: index.multiEntry });
      }
    }
  };

  const fill = (transaction) => {
    for (const { facts, records } of filled) {
      const store = transaction.objectStore(facts.name);
      for (const [value, key] of records) {
        if (facts.keyPath === null) store.put(value, key);
        else store.put(value);
      }
    }
  };

  return new Promise((resolve) => {
    const request = indexedDB.open(JSON.parse(name), version);
    request.onupgradeneeded = () => {
      try {
        create(request.result);
        fill(request.transaction);
      } catch (error) {
        request.transaction.abort();
        resolve(String(error.message));
      }
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(null);
    };
    request.addEventListener('error', () =>
      resolve(String(request.error?.message ?? 'it could not be written')),
    );
  });
}
