import type { Document } from '../../contract/documents/document.ts';

/** One URL of a list, and its end. */
export type Made = { url: string } & ({ document: Document } | { error: unknown });

/** Works on a few URLs at a time and gives what came of them in the order of the list, until the signal aborts. */
export async function* makeMany(
  urls: readonly string[],
  make: (url: string) => Promise<Document>,
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
): AsyncGenerator<Made, void, undefined> {
  const begun: Promise<Made>[] = [];
  const begin = async (url: string): Promise<Made> => {
    try {
      return { url, document: await make(url) };
    } catch (error) {
      return { url, error };
    }
  };
  for (let next = 0; next < urls.length || begun.length > 0;) {
    while (begun.length < atOnce && next < urls.length) begun.push(begin(urls[next++]!));
    const made = await begun.shift()!;
    if (signal.aborted) return;
    yield made;
  }
}
