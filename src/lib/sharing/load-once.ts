/**
 * Gives a function that loads at its first call and has that for the next ones; calls until then wait for the one load. One
 * that fails is told to those, and the next call loads again.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return function loadedOnce() {
    if (loading !== undefined) return loading;
    const begun = load();
    begun.catch(() => (loading = undefined));
    return (loading = begun);
  };
}
