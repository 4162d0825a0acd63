/** Repeats an assertion until it holds; after ten seconds it fails with what it says then. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await assertion();
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
