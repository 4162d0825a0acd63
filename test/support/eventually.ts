/** What is waited for comes soon or late: pauses grow from the first to the second. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
/** Some 30 seconds, and more where the machine is so busy that each look takes long. */
const MOST_LOOKS = 300;

/**
 * Repeats an assertion until it holds; after half a minute it fails with what it says then. What begins with the start of
 * several programs takes more looks.
 */
export async function eventually(assertion: () => Promise<void>, looks = MOST_LOOKS): Promise<void> {
  for (let look = 1; ; look++) {
    try {
      return await assertion();
    } catch (error) {
      if (look === looks) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_PAUSE_MS * look, LONGEST_PAUSE_MS)));
    }
  }
}
