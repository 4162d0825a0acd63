const PAUSE_MS = 50;
/** Some 25 seconds, and more where the machine is so busy that each look takes long. */
const MOST_LOOKS = 500;

/** Repeats an assertion until it holds; after half a minute it fails with what it says then. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (let look = 1; ; look++) {
    try {
      return await assertion();
    } catch (error) {
      if (look === MOST_LOOKS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
