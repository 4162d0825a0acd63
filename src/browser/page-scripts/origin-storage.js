/**
 * Reads the storage of an empty page's origin: `localStorage` as JSON text of pairs, and the names of its databases,
 * each as JSON text. Lone surrogates survive in JSON text alone.
 * @param {{maxCharacters: number, maxDatabases: number}} limits
 * @returns {Promise<{origin: string, localStorage: string | null, isTooLarge: boolean, databases: string[], moreDatabases: number}>}
 */
export async function readStorage({ maxCharacters, maxDatabases }) {
  const { pairs, characters } = readPairs(maxCharacters);
  const text = pairs.length === 0 ? null : JSON.stringify(pairs);
  const isTooLarge = characters > maxCharacters || (text !== null && text.length > maxCharacters);
  const names = await databaseNames();
  return {
    origin: location.origin,
    localStorage: isTooLarge ? null : text,
    isTooLarge,
    databases: names.slice(0, maxDatabases),
    moreDatabases: Math.max(0, names.length - maxDatabases),
  };
}

/** @param {number} maxCharacters */
function readPairs(maxCharacters) {
  const pairs = [];
  let characters = 0;
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index);
      const value = key === null ? null : localStorage.getItem(key);
      if (key === null || value === null) continue;
      characters += key.length + value.length;
      if (characters > maxCharacters) break;
      pairs.push([key, value]);
    }
  } catch {
    // Not allowed here.
  }
  return { pairs, characters };
}

async function databaseNames() {
  try {
    return (await indexedDB.databases())
      .filter(({ version = 0 }) => version > 0)
      .map(({ name }) => JSON.stringify(name));
  } catch {
    // Not allowed here.
    return [];
  }
}

/**
 * Puts back what `readStorage` has read; returns how many entries there was no room for.
 * @param {{localStorage: string}} stored
 * @returns {number}
 */
export function writeStorage({ localStorage: text }) {
  /** @type {Array<[key: string, value: string]>} */
  const pairs = JSON.parse(text);
  let refused = 0;
  for (const [key, value] of pairs) {
    try {
      localStorage.setItem(key, value);
    } catch {
      refused++;
    }
  }
  return refused;
}
