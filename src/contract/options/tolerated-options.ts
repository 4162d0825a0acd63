import { z } from 'zod';

const tolerated = z.unknown().optional().meta({ deprecated: true });

/** Options of other releases of the protocol that shipped clients send: accepted with any value (wire contract 3.2). */
export const toleratedOptionsShape = {
  fastMode: tolerated,
  useMock: tolerated,
  redactPII: tolerated,
  threatProtection: tolerated,
  auditMetadata: tolerated,
  domainTools: tolerated,
  toolDetail: tolerated,
};

export type ToleratedOption = keyof typeof toleratedOptionsShape;

const toleratedOptions = Object.keys(toleratedOptionsShape) as ToleratedOption[];

/** A copy that holds none of them. */
export function withoutToleratedOptions<Body extends Partial<Record<ToleratedOption, unknown>>>(
  body: Body,
): Omit<Body, ToleratedOption> {
  const rest = { ...body };
  for (const name of toleratedOptions) delete rest[name];
  return rest;
}

/** Those whose absence shows in the result: without them it holds data that the caller asked to remove or replace. */
const OPTIONS_THAT_MATTER = ['redactPII', 'threatProtection', 'useMock'] as const satisfies ToleratedOption[];

/** Names of options in `body` that are ignored although they would change the result. */
export function ignoredOptionsThatMatter(
  body: Readonly<Partial<Record<ToleratedOption, unknown>>>,
): ToleratedOption[] {
  return OPTIONS_THAT_MATTER.filter((name) => isSwitchedOn(body[name]));
}

function isSwitchedOn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}
