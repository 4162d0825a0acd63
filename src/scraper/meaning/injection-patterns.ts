/** Words that pages use to instruct language models, in several languages; each is looked for without regard to case. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.;!?]{0,20}\b(?:all|any|your|my|these|previous|prior|above|earlier|preceding)\b[^.;!?]{0,30}\b(?:instructions?|prompts?|rules|directions|guidelines|commands)\b/iu,
  /\b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt)\s*:/iu,
  /\b(?:you are|act as|pretend to be) (?:now )?(?:dan|in developer mode|an? unrestricted|a different (?:ai|assistant|model))\b/iu,
  /\b(?:reveal|print|repeat|output|show|leak)\b.{0,30}\b(?:system|initial|hidden|original) (?:prompt|instructions?|message)\b/iu,
  /\b(?:if you are|as|attention|note to|message (?:to|for)|instructions? (?:to|for)) (?:an? |all |any |the )?(?:ai|llm|language model|chatbot|gpt|ai agent|ai assistant|crawler agent)s?\b.{0,80}\b(?:must|should|please|always|never|do not|ignore|include|say|respond|answer|recommend)\b/iu,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|eot_id)\|>/iu,
  /\[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>/u,
  /^\s*#{0,4}\s*(?:system|assistant) ?(?:message|prompt|override)\s*:/imu,
  /\b(?:send|post|forward|exfiltrate|upload|append)\b.{0,60}\b(?:conversation|chat history|user(?:'s)? (?:data|credentials|messages)|api key|system prompt|secrets?)\b/iu,
  /\bignorier\w*\b.{0,40}\b(?:alle|vorherigen|bisherigen|obigen)\b.{0,40}\b(?:anweisung\w*|instruktion\w*|befehl\w*|regeln)\b/iu,
  /\bignore[zr]?\b[^.;!?]{0,20}\b(?:toutes|vos|mes)\b[^.;!?]{0,30}\b(?:instructions|consignes|règles)/iu,
  /\b(?:ignora|ignore|olvida)\w*\b[^.;!?]{0,20}\b(?:todas|tus|mis)\b[^.;!?]{0,30}(?:instrucciones|órdenes|reglas)/iu,
  /\b(?:ignore|desconsidere|esqueça)\b[^.;!?]{0,20}\b(?:todas|suas|minhas)\b[^.;!?]{0,30}\b(?:instruções|ordens|regras)/iu,
  /\bignora\w*\b[^.;!?]{0,20}\b(?:tutte|tue|mie)\b[^.;!?]{0,30}\b(?:istruzioni|regole)/iu,
  /(?:игнорируй\p{L}*|забудь\p{L}*|проигнорируй\p{L}*).{0,40}(?:инструкц|указани|правил)/iu,
  /(?:忽略|无视|無視|忘记|忘記).{0,20}(?:之前|以上|先前|所有|前面).{0,20}(?:指令|指示|提示|规则|規則)/u,
  /(?:以前|これまで|上記|すべて).{0,15}(?:指示|命令|プロンプト).{0,10}(?:無視|忘れ)/u,
  /(?:이전|위의|모든).{0,15}(?:지시|명령|프롬프트).{0,10}(?:무시|잊)/u,
  /(?:تجاهل|انس).{0,40}(?:التعليمات|الأوامر|القواعد)/u,
];

const MAX_LINE = 4_000;

/** Whether a text holds one of the known ways to instruct a language model. Linear. */
export function holdsInjection(text: string): boolean {
  return text.split('\n').some((line) => {
    for (let from = 0; from < line.length; from += MAX_LINE / 2) {
      const part = line.slice(from, from + MAX_LINE);
      if (PATTERNS.some((pattern) => pattern.test(part))) return true;
    }
    return false;
  });
}
