/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
