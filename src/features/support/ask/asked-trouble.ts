import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import type { SupportCase } from './support-case.ts';

/** The facts of a case that tell its trouble. */
export type CaseTrouble = Pick<SupportCase, 'errorCode' | 'statusCode'>;

/** The trouble that a question speaks of, by a code, a status or in words. */
export interface AskedTrouble {
  /** Whether it speaks of a trouble of its own, so that a case with another one is no answer. */
  readonly isSpecific: boolean;
  /** Whether it is about the calls of a webhook. */
  readonly isOfWebhook: boolean;
  /** Whether a case has the trouble; true of all when the question speaks of none. */
  fits(one: CaseTrouble): boolean;
}

interface Symptom {
  readonly sign: RegExp;
  readonly codes: RegExp;
  /** Statuses of the page itself. */
  readonly statuses?: readonly number[];
}

const CODE = /\b[A-Z]+(?:_[A-Z]+)+\b/g;
const STATUS = /(?<![\w.:/-])[45]\d\d(?![\w/-])/g;
const WEBHOOK = /\bweb-?hooks?\b|\bcallbacks?\b/i;
/** Words for a trouble, with the codes and statuses that it shows itself by. */
const SYMPTOMS: readonly Symptom[] = [
  { sign: /\btim(?:e|ed)[ -]?outs?\b|\bslow(?:ly)?\b|\bhangs?\b|\btakes? (?:too |so )?long/i, codes: /TIME/ },
  { sign: /\bactions?\b|\bclick/i, codes: /ACTION/ },
  { sign: /\bpdfs?\b|\bdocx?\b|\bxlsx?\b|\bexcel\b|\bdocuments? (?:is|are)\b/i, codes: /PDF|DOCUMENT|FILE/ },
  { sign: /\bscreenshots?\b|\bbranding\b/i, codes: /FILE|BRANDING/ },
  { sign: /\bcert(?:ificate)?s?\b|\btls\b|\bssl\b/i, codes: /SSL/ },
  { sign: /\bdns\b|\bresolv|\bhost ?names?\b/i, codes: /DNS/ },
  { sign: /\bintranet\b|\blocalhost\b|\bprivate\b|\bvpn\b/i, codes: /ADDRESS/ },
  {
    sign: /\bcaptcha|\bcloudflare\b|\bbots?\b|\bblock(?:ed|s)?\b/i,
    codes: /PROXY/,
    statuses: [403, 429, 503],
  },
  { sign: /\bprox(?:y|ies)\b/i, codes: /PROXY/ },
  { sign: /\bcached?\b|\blockdown\b|\bminage\b/i, codes: /CACHE/ },
  { sign: /\bvideos?\b|\baudio\b|\bmp[34]\b/i, codes: /AUDIO|VIDEO|MEDIA/ },
  { sign: /\bcredits?\b|\bpayment\b/i, codes: /PAYMENT/ },
  {
    sign: /\bdisk\b|\bapi[ -]?keys?\b|\bunauthori[sz]ed\b|\binstall|\bstart(?:s|ing)? (?:the )?(?:service|server)/i,
    codes: /UNAUTHORIZED/,
  },
];

/** Reads which trouble a question speaks of: a code says most, then a status, then words. */
export function readAskedTrouble(question: string): AskedTrouble {
  const isOfWebhook = WEBHOOK.test(question);
  const codes = (question.match(CODE) ?? []).filter((name): name is ErrorCode => Object.hasOwn(ERRORS, name));
  if (codes.length > 0)
    return specific(isOfWebhook, ({ errorCode }) => codes.some((code) => code === errorCode));
  const symptoms = SYMPTOMS.filter(({ sign }) => sign.test(question));
  const statuses = (question.match(STATUS) ?? []).map(Number);
  if (statuses.length > 0 && symptoms.length === 0)
    return specific(isOfWebhook, (one) => statuses.some((status) => hasStatus(one, status)));
  if (symptoms.length === 0) return { isSpecific: false, isOfWebhook, fits: () => true };
  return specific(isOfWebhook, (one) => symptoms.some((symptom) => hasSymptom(one, symptom)));
}

function specific(isOfWebhook: boolean, fits: AskedTrouble['fits']): AskedTrouble {
  return { isSpecific: true, isOfWebhook, fits };
}

function hasStatus({ errorCode, statusCode }: CaseTrouble, status: number): boolean {
  if (errorCode === undefined) return statusCode === status;
  return Object.hasOwn(ERRORS, errorCode) && ERRORS[errorCode as ErrorCode].status === status;
}

function hasSymptom({ errorCode, statusCode }: CaseTrouble, { codes, statuses }: Symptom): boolean {
  if (errorCode !== undefined) return codes.test(errorCode);
  return statuses?.includes(statusCode ?? 200) ?? false;
}
