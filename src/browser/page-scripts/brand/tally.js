const MAX_KEYS = 300;

/**
 * Adds up what is alike; of more than so many kinds the later ones do not count.
 * @template {string | number} K
 * @param {Map<K, number>} map
 * @param {K} key
 * @param {number} [weight]
 */
export function tally(map, key, weight = 1) {
  if (map.has(key) || map.size < MAX_KEYS) map.set(key, (map.get(key) ?? 0) + weight);
}

/**
 * The heaviest first.
 * @template {string | number} K
 * @param {Map<K, number>} map
 * @param {number} most
 */
export function heaviest(map, most) {
  return [...map].toSorted((a, b) => b[1] - a[1]).slice(0, most);
}
