/** A fault that stops a launch and is the user's to put right: one sentence for the terminal and the exit code to end on. */
export class LaunchError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'LaunchError';
    this.exitCode = exitCode;
  }
}
