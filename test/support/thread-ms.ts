/** Time of the processor that this thread has had so far, ms: others on the machine do not make it longer. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
