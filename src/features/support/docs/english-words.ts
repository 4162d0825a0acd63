import { stem } from '../../../text/words/stem.ts';

/** Words that every question has, in English and German. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `how do does did i can it its is are was be been a an the my me we us you your what which where when why who with
  without will would should could there to of in on for from at by and or so this that these those get gets got have
  has had need want use using used make made put give given take takes taken please just own another any some more much
  many way able work works happens happen mean means still really come comes see look tell told not no if about only
  into than then as between support supports supported possible
  there's what's i'm it's don't doesn't isn't can't won't s t m re ve d ll although even though after before though too
  wie was wer wo wann warum wieso welche welcher welches kann kannst können man ich du er sie es wir ihr mir mich mein
  meine meinen der die das den dem des ein eine einen einem einer und oder nicht kein keine mit ohne auf aus bei für im
  in ist sind bin hat habe haben wird werden muss soll darf gibt zu zum zur von vom nach über unter als wenn dass auch
  nur noch schon mal denn dann tun machen geht bitte
  soll sollen sollte darf dürfen ihn ihm ihnen sie uns unser unsere unseren euch sich diese dieser dieses diesen dem an am um
  doch gar so da hier dort jetzt immer wieder weil damit bevor mehr viel alle alles jede jeder jedes etwas wurde worden
  war waren würde könnte hätte kommt kommen steht stehen gehen gehts sowie statt anstatt heißt bedeutet will wollen`.split(
    /\s+/,
  ),
);
/** Words that tell little of what a question is about, however seldom our documentation has them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `our ours us they them their theirs he she his her myself yourself itself one ones two three couple few several lot
  lots bit thing things something anything nothing everything someone somebody anyone anybody everyone nobody else same
  other others both either neither each every all most more less least enough too very quite rather pretty really
  actually basically simply simple easy easily simply hard exactly probably maybe perhaps always never ever often
  sometimes usually again already yet soon later today yesterday tomorrow now currently recently suddenly here there
  everywhere anywhere through across against along among around above below inside outside upon within during since until while
  because whether unless except instead via per etc must may might shall cannot let lets know knows think thought believe
  suspect guess feel seem seems wish hope try tries tried trying like liked wonder say says said tell telling show shows
  showing shown ask asking help helps please thanks thank hello hi hey good better best bad great nice fine well right wrong
  sure ok okay certain specific particular different similar new first last next previous whole full complete completely
  total kind sort type way ways case cases example examples number numbers part parts place side end start begin begins
  started starting go goes going went gone come coming came put puts set sets keep keeps kept leave left bring brings
  turn turns run runs running ran call called calls do doing done find finds found give gives given happen happened
  happening change changed become becomes follow follows following add adds added long short big small large huge high low
  old day days week weeks month months year years hour hours minute minutes second seconds time times people person man
  guys everyone production staging laptop machine box office people world
  available necessary required needed allowed expected correct correctly properly normal normally default since dealing
  over under up down out off back away together without`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}_]+/gu;

/** Any but statuses of HTTP, which have three digits. */
const NUMBER = /^(?:\d{1,2}|\d{4,})$/;

/** Whether a word says little of what is asked for. */
export function isCommon(word: string): boolean {
  return COMMON_WORDS.has(word.toLowerCase()) || NUMBER.test(word);
}

/** A name in kebab case as one word, as our stems have names in camel case. */
export function joinedName(name: string): string {
  return name.replaceAll('-', '');
}

/** The words of a text as they are written; what browsers call themselves is one word, since an agent is another thing. */
export function writtenWords(text: string): string[] {
  return text.replaceAll(/\buser[ -]agent/gi, 'useragent').match(WORD) ?? [];
}

/** The stems of the words of an English text; of a name in camel case or with low lines its parts as well. */
export function stemsOf(text: string): string[] {
  return writtenWords(text).flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])|_/).filter(Boolean);
    return (parts.length > 1 ? [...parts, word] : [word]).map(stemOf);
  });
}

/** The words of a question that say what it is about. */
export function tellingWords(question: string): string[] {
  return writtenWords(question).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
}

/** The stem of a word in any case; who does something (`scraper`) counts as doing it. */
export function stemOf(word: string): string {
  const bare = stem(word.toLowerCase());
  return stem(bare.replace(/(?<=....)er$/, 'e'));
}
