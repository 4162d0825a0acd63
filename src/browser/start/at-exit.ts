/** Work that is left when this process ends; one listener for all of it, since Node warns of the eleventh. */
const work = new Set<() => void>();

function runAll(): void {
  for (const each of work) {
    try {
      each();
    } catch {
      // The others have theirs to do.
    }
  }
}

/** Has it done when this process ends, unless what is returned is called before. It must not wait for anything. */
export function atExit(each: () => void): () => void {
  if (work.size === 0) process.once('exit', runAll);
  work.add(each);
  return () => {
    if (work.delete(each) && work.size === 0) process.off('exit', runAll);
  };
}
