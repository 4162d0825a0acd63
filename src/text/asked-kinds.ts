/** A kind of thing that a question may ask for, and that a text may hold. */
export type AskedKind =
  | 'money'
  | 'date'
  | 'duration'
  | 'weight'
  | 'length'
  | 'percentage'
  | 'count'
  | 'phone'
  | 'mail'
  | 'name';

interface KindSigns {
  readonly asks: RegExp;
  readonly holds: RegExp;
}

const MONTH =
  'jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|янв|фев|март|апр|мая|июн|июл|авг|сент|окт|нояб|дек|ene|abr|ago|dic|févr|avr|août|déc|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม';

/** The signs of each kind in English, German, French, Spanish, Russian, Arabic, Chinese, Japanese and Thai. */
const SIGNS: Readonly<Record<AskedKind, KindSigns>> = {
  money: {
    asks: /\b(?:prices?|priced|pricing|costs?|fees?|charged?|pay|paid|salary|rent|fare|how much (?:is|are|does|do|will|would|money|for)|expensive|cheap|preis|kostet|kosten|gebühr|teuer|bezahl|prix|coûte|coût|tarif|combien coûte|precio|cuesta|cuánto vale)|цен[аыу]|стои(?:т|мость)|сколько стоит|плат[аи]|سعر|تكلف|كم يكلف|ثمن|رسوم|价格|多少钱|费用|价钱|收费|値段|価格|料金|いくら|費用|ราคา|กี่บาท|เท่าไหร่|ค่าใช้จ่าย/iu,
    holds:
      /\p{Sc}\s?\p{Nd}|\p{Nd}\s?(?:\p{Sc}|(?:eur|usd|gbp|chf|euro?s?|dollars?|pounds?|cents?|руб|рубл|جنيه|ريال|درهم|دولار|يورو)(?!\p{L})|元|円|บาท|块)/iu,
  },
  date: {
    asks: /\b(?:when|what (?:date|day|year|month|time)|(?:which|what) days?|which (?:date|year|month)|since|until|deadline|wann|um wie viel uhr|welche[mnrs]? (?:datum|tag|jahr)|seit wann|um wie viel uhr|quand|quelle date|quelle année|cuándo|qué (?:fecha|día|año))|когда|во сколько|как(?:ого|ая|ой) (?:числа|дата|год)|в каком году|متى|تاريخ|في أي ساعة|أي ساعة|أي (?:سنة|عام|يوم)|什么时候|星期几|周几|礼拜几|何时|哪(?:一)?(?:年|天|日)|几(?:月|号|点)|日期|いつ|何曜日|何年|何月|何日|何時|เมื่อไหร่|เมื่อไร|วันไหน|วันอะไร|เมื่อใด|วันที่เท่าไร|ปีไหน|กี่โมง/iu,
    holds: new RegExp(
      String.raw`(?<!\p{Nd})(?:1[0-9]|20)\p{Nd}{2}(?!\p{Nd})|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4}|\p{Nd}{1,2}[:h.]\p{Nd}{2}(?!\p{Nd})|\p{Nd}\s?(?:[ap]\.?m\b|uhr\b)|\p{Nd}\s?[年月日时時点號号]|(?<!\p{L})(?:${MONTH})\p{L}*\.?\s+\p{Nd}|\p{Nd}\.?\s+(?:de\s+)?(?:${MONTH})|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:周|星期|礼拜)[一二三四五六日天]|[月火水木金土日]曜|[一二三四五六七八九十]\s?[年月日时時点]|วัน(?:จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์)|понедельник|вторник|сред[ауы]|четверг|пятниц|суббот|воскресень|السبت|الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)`,
      'iu',
    ),
  },
  duration: {
    asks: /\b(?:how long|how many (?:hours|minutes|days|weeks|months|years)|how (?:quickly|fast|soon)|duration|wie lange|wie schnell|dauert|dauer|combien de temps|durée|cuánto (?:tiempo|dura|tarda)|duración)|как долго|сколько (?:времени|длится|дней|часов|минут)|كم (?:من الوقت|المدة|تستغرق|يستغرق|يوما)|مدة|多久|多长时间|几(?:天|个小时|分钟)|どのくらい|どれくらい|何(?:時間|分|日間)|期間|นานเท่าไหร่|นานแค่ไหน|กี่(?:วัน|ชั่วโมง|นาที)|ใช้เวลา/iu,
    holds:
      /(?:\p{Nd}|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|ten|twelve|zwei|drei|vier|fünf))[\s-]?(?:(?:(?:business|working|full|more|calendar) )?(?:sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|heures?|jours?|semaines?|mois|ans|horas?|minutos?|días?|semanas?|meses|años)(?!\p{L})|секунд|минут|час|дн(?:ей|я)|день|недел|месяц|лет|год|ساع|دقيق|دقائق|يوم|أيام|أسبوع|أسابيع|شهر|أشهر|سن|小时|分钟|天|个月|周|年|時間|分|日間|週間|か月|ヶ月|年間|ชั่วโมง|นาที|วัน|สัปดาห์|เดือน|ปี)/iu,
  },
  weight: {
    asks: /\b(?:weigh(?:s|t)?|how heavy|wiegt|gewicht|wie schwer|pèse|poids|pesa|peso)|вес(?:ит|а|у)?(?!\p{L})|сколько весит|يزن|وزن|多重|重量|重さ|何キロ|น้ำหนัก|หนักเท่า/iu,
    holds:
      /\p{Nd}\s?(?:(?:kg|g|mg|lbs?|oz|tons?|tonnes?|pounds?|ounces?|grams?|gramm|kilos?|kilograms?|kilogramm|grammes?)(?!\p{L})|кг|грамм|г(?!\p{L})|тонн|كجم|كغ|كيلو|غرام|جرام|公斤|千克|克|斤|キロ|グラム|กิโลกรัม|กก|กรัม)/iu,
  },
  length: {
    asks: /\b(?:how (?:tall|high|wide|deep|far|big|large|thick|spacious|long is the|long are the)|height|width|depth|distance|dimensions?|diameter|size|wie (?:hoch|groß|breit|tief|weit|dick)|höhe|breite|länge|tiefe|entfernung|größe|maße|hauteur|largeur|longueur|distance|taille|altura|ancho|distancia|tamaño|altitud)|высот|ширин|длин|глубин|расстояни|размер|ارتفاع|طول|عرض|عمق|مسافة|مقاس|حجم|多高|多宽|多长|多远|多大|高度|宽度|长度|尺寸|距离|高さ|幅|長さ|深さ|距離|サイズ|寸法|สูง|กว้าง|ยาว|ลึก|ระยะทาง|ขนาด/iu,
    holds:
      /\p{Nd}\s?(?:(?:square |sq\.? ?|quadrat)?(?:mm|cm|m|km|in|ft|yd|mi|inch(?:es)?|feet|foot|yards?|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|centimet(?:er|re)s?|metern?|kilometern?|zentimetern?|zoll|meter|mètres?|kilomètres?|metros?|kilómetros?)(?!\p{L})|["″′](?!\p{L})|[x×]\s?\p{Nd}|мм|см|км|м(?!\p{L})|метр|километр|متر|سم|كم|كيلومتر|米|厘米|公里|毫米|メートル|センチ|キロ|เมตร|ซม|กม|เซนติเมตร)/iu,
  },
  percentage: {
    asks: /\b(?:percent(?:age)?|what (?:share|proportion|rate)|interest rate|discount|prozent|anteil|zinssatz|rabatt|pourcentage|taux|porcentaje|tasa|descuento)|процент|скидк|доля|نسبة|خصم|百分|比例|利率|折扣|パーセント|割合|割引|利率|ร้อยละ|เปอร์เซ็นต์|ส่วนลด|%/iu,
    holds:
      /\p{Nd}\s?(?:[%٪％‰]|percent|per cent|prozent|pour ?cent|por ciento|процент|بالمئة|في المئة|パーセント|割|เปอร์เซ็นต์)|ร้อยละ|百分之/iu,
  },
  count: {
    asks: /\b(?:how many|number of|wie ?viele?|anzahl|combien de|nombre de|cuánt[oa]s|número de)|сколько|количество|كم عدد|عدد|كم|多少(?!钱)|几(?:个|人|种|次)|数量|何(?:人|個|回|つ|冊|台)|いくつ|กี่|จำนวน/iu,
    holds:
      /\p{Nd}|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend)(?!\p{L})/iu,
  },
  phone: {
    asks: /\b(?:phone|telephone|call|ring|dial|fax|what number|which number|hotline|telefon|anrufen|téléphone|appeler|teléfono|llamar)|телефон|позвонить|هاتف|اتصال|رقم الهاتف|电话|电话号码|電話|โทรศัพท์|เบอร์โทร/iu,
    holds: /(?:\+|\(|(?<!\p{Nd})0)\p{Nd}[\p{Nd}\s()./-]{5,20}\p{Nd}|\p{Nd}{3}[-. ]\p{Nd}{3,4}[-. ]\p{Nd}{4}/u,
  },
  mail: {
    asks: /\be-?mail|\bmail address|\bwrite to\b|\bcourriel|\bcorreo|почт|بريد|邮箱|邮件|メール|อีเมล/iu,
    holds: /[\p{L}\p{Nd}]@[\p{L}\p{Nd}-]{1,63}\./u,
  },
  name: {
    asks: /\b(?:who|whose|whom|author|founder|wer|wem|wen|wessen|autor|gründer|qui|auteur|quién|quiénes)(?!\p{L})|кто|кого|кем|чей|автор|من هو|من هي|من الذي|^\s*من\s|مؤلف|谁|作者|誰|だれ|著者|ใคร|ผู้เขียน/iu,
    holds:
      /(?<!\p{L})\p{Lu}[\p{Ll}.'’-]{0,30}\s(?:(?:von|van|de|der|den|du|da|di|al|bin|ibn)\s)?\p{Lu}\p{Ll}/u,
  },
};

const KINDS = Object.keys(SIGNS) as AskedKind[];
/** Longer texts are looked at from their beginning only. */
const MAX_READ = 2000;

/** The kinds of thing that a question asks for; none for most. */
export function askedKinds(question: string): AskedKind[] {
  const read = question.slice(0, MAX_READ);
  const kinds = KINDS.filter((kind) => SIGNS[kind].asks.test(read));
  // `How many days` asks for a time; the number alone is in too many texts to tell anything.
  return kinds.length > 1 ? kinds.filter((kind) => kind !== 'count') : kinds;
}

/** Whether a text holds a thing of the kind. */
export function holdsKind(text: string, kind: AskedKind): boolean {
  return SIGNS[kind].holds.test(text.slice(0, MAX_READ));
}
