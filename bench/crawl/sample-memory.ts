import { memoryOf, type Memory } from '../process-tree.ts';

/** Memory of a process tree, looked at again and again. */
export interface MemorySampler extends Disposable {
  /** The most that was seen of the whole tree, in bytes as if nothing else ran its executable. */
  peakBytes(): number;
}

/** Looks at once and then every `everyMs`; `onSample` hears each. */
export function sampleMemory(
  pid: number,
  everyMs: number,
  onSample?: (memory: Memory) => void,
): MemorySampler {
  const peak = { bytes: 0 };
  function look(): void {
    const memory = memoryOf(pid);
    peak.bytes = Math.max(peak.bytes, memory.alonePssBytes);
    onSample?.(memory);
  }
  look();
  const timer = setInterval(look, everyMs);
  return {
    peakBytes() {
      look();
      return peak.bytes;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
