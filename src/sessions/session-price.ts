/** Credits for each started minute of a session, by whether a prompt was used in it (wire contract 4.4). */
export const MINUTE_PRICES = { code: 2, prompt: 7 } as const;

/** The price of a session that has lasted so long; the first minute counts from its beginning. */
export function priceOfSession(durationMs: number, { hasPrompt }: { hasPrompt: boolean }): number {
  const minutes = Math.max(1, Math.ceil(durationMs / 60_000));
  return minutes * (hasPrompt ? MINUTE_PRICES.prompt : MINUTE_PRICES.code);
}
