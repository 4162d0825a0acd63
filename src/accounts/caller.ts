import type { RateLimitKind } from '../contract/rate-limit-kinds.ts';

/** Requests a minute by kind of endpoint; a kind without a number has no limit. */
export type RateLimits = Partial<Record<RateLimitKind, number>>;

/** The features that the operator has enabled for a team. */
export interface TeamFeatures {
  zeroDataRetention: boolean;
  robotsOptions: boolean;
  searchZdr: boolean;
  searchAnon: boolean;
}

export interface Team {
  id: string;
  name: string;
  maxConcurrency: number;
  /** Credits granted in total; null = unlimited. */
  creditsGranted: number | null;
  features: TeamFeatures;
  rateLimits: RateLimits;
  /** Sees the system, and the teams and keys of others. */
  isOperator: boolean;
}

/** The caller of a request: a team and the key that came with the request. */
export interface Caller {
  team: Team;
  /** `NO_API_KEY` when authentication is off. */
  apiKeyId: string;
}

export const NO_API_KEY = '00000000-0000-0000-0000-000000000000';
/** Stands for the key of `DECANT_API_KEY`, which is not stored. */
export const CONFIGURED_API_KEY = '00000000-0000-0000-0000-000000000001';
