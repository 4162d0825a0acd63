import { isSessionParameter } from './session-parameters.ts';

/** Marks that advertising, mail and analytics put on links: what is delivered does not depend on them. */
const TRACKING = new Set(
  (
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid fbclid fb_action_ids fb_action_types msclkid ' +
    'yclid ysclid _openstat twclid ttclid li_fat_id igshid igsh epik rdt_cid sccid mc_cid mc_eid mkt_tok _ga _gl ' +
    '_hsenc _hsmi __hstc __hssc __hsfp hsctatracking oly_anon_id oly_enc_id vero_id vero_conv wickedid ' +
    'pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid'
  ).split(' '),
);
const TRACKING_PREFIX = /^(?:utm|mtm|matomo|piwik)_/;

/**
 * A query (without `?`) in the form that all spellings of the same page share: without tracking and session
 * parameters, a space always `%20`, ordered by name. Parameters of one name keep their order, which can have a meaning.
 */
export function similarQuery(query: string): string {
  const parameters = query
    .replaceAll('+', '%20')
    .split('&')
    .filter((parameter) => parameter !== '')
    .map(splitParameter)
    .filter(({ name, value }) => !isTracking(name) && !isSessionParameter(name, value));
  return parameters
    .toSorted(byName)
    .map(({ text }) => text)
    .join('&');
}

interface Parameter {
  text: string;
  name: string;
  value: string;
}

function splitParameter(text: string): Parameter {
  const equals = text.indexOf('=');
  return equals === -1
    ? { text, name: text, value: '' }
    : { text, name: text.slice(0, equals), value: text.slice(equals + 1) };
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return TRACKING.has(lower) || TRACKING_PREFIX.test(lower);
}

function byName(left: Parameter, right: Parameter): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
