/** Where a group's lines go: at once when it is its turn on the screen, else they wait. */
export interface GroupOutput {
  write(text: string): void;
  /** The group has ended. */
  end(): void;
}

/** Several groups run at a time, but a reader wants them one after the other: the oldest that runs is shown live. */
export function createGroupOutputs(show: (text: string) => void): () => GroupOutput {
  const line: Array<{ waiting: string[]; hasEnded: boolean }> = [];

  const showNext = (): void => {
    for (let first = line[0]; first !== undefined; first = line[0]) {
      for (const text of first.waiting.splice(0)) show(text);
      if (!first.hasEnded) return;
      line.shift();
    }
  };

  return () => {
    const group = { waiting: [] as string[], hasEnded: false };
    line.push(group);
    return {
      write(text) {
        if (line[0] === group) show(text);
        else group.waiting.push(text);
      },
      end() {
        group.hasEnded = true;
        showNext();
      },
    };
  };
}
