import type { NumberStyle, Register } from '../register.ts';

const germanNumbers: NumberStyle = {
  decimal: ',',
  thousands: '.',
  currency: (amount) => `${amount} €`,
  months: ['Januar', 'März', 'April', 'Mai', 'Juni', 'September', 'Oktober', 'Dezember'],
  date: (day, month, year) => `${day}. ${month} ${year}`,
};

export const german: Register = {
  numbers: germanNumbers,
  gap: ' ',
  words: {
    sache: [
      'Verwaltungsvorschrift',
      'Grundstücksgrenze',
      'Haushaltssatzung',
      'Trinkwasserversorgung',
      'Genehmigungsverfahren',
      'Straßenbeleuchtung',
      'Ausschussüberweisung',
      'Baumschutzsatzung',
    ],
    leute: [
      'die Anwohnerinnen und Anwohner',
      'der Gemeinderat',
      'die Bürgermeisterin',
      'das Landratsamt',
      'der Rechnungsprüfungsausschuss',
    ],
    adj: [
      'ordnungsgemäß',
      'fristgerecht',
      'überraschend',
      'einstimmig',
      'außerordentlich',
      'größtenteils',
      'vorläufig',
    ],
    verb: ['beschlossen', 'geprüft', 'zurückgestellt', 'überarbeitet', 'abgelehnt', 'fortgeführt'],
  },
  sentences: [
    'Am {date} wurde die {sache} {adj} {verb}.',
    'Nach Auffassung der Verwaltung ist die {sache} mit Kosten von {amount} verbunden; davon trägt das Land {share}.',
    'Damit haben {leute} nicht gerechnet, obwohl die {sache} bereits {year} „auf den Prüfstand“ gestellt worden war.',
    'Einwände gegen die {sache} können bis zum {date} schriftlich erhoben werden.',
    'Es wurden {count} Stellungnahmen abgegeben, die {adj} {verb} wurden.',
    'Wie {leute} betonten, müsse die {sache} spätestens im Frühjahr {adj} {verb} sein.',
    'Gemäß § 14 Abs. 2 wird die {sache} öffentlich ausgelegt.',
  ],
  headings: [
    'Einleitung',
    'Ausgangslage',
    'Zur {sache}',
    'Finanzielle Auswirkungen',
    'Ergebnisse der Anhörung',
    'Beschlussvorschlag',
    'Weiteres Vorgehen',
    'Übersicht über die Maßnahmen',
  ],
  phrases: ['{sache} (Entwurf)', 'Kosten der {sache}', 'Maßnahmen {year}', '{sache}', 'Überschuss'],
};

export const french: Register = {
  numbers: {
    decimal: ',',
    thousands: '\u00a0',
    currency: (amount) => `${amount} €`,
    months: ['janvier', 'février', 'mars', 'avril', 'juin', 'août', 'septembre', 'décembre'],
    date: (day, month, year) => `${day} ${month} ${year}`,
  },
  gap: ' ',
  words: {
    chose: [
      'l’enquête publique',
      'la bibliothèque municipale',
      'l’œuvre restaurée',
      'le réseau ferré',
      'la pêche côtière',
      'l’été dernier',
      'la forêt domaniale',
      'le théâtre d’été',
    ],
    gens: [
      'les élèves',
      'les pêcheurs',
      'les habitants du quartier',
      'nos bénévoles',
      'les chercheurs',
      'les maîtres d’œuvre',
    ],
    adj: ['très attendue', 'déçus', 'à moitié terminée', 'inégalement répartie', 'longtemps oubliée'],
    verbe: ['découvrent', 'évoquent', 'critiquent', 'redécouvrent', 'préfèrent', 'protègent'],
  },
  sentences: [
    'Depuis le {date}, {gens} {verbe} {chose} avec un intérêt qui ne se dément pas.',
    'On estime que {share} des personnes interrogées – soit {count} réponses – {verbe} {chose}.',
    '« Rien n’était prévu », expliquent {gens}, qui {verbe} pourtant {chose} dès {year}.',
    'Le coût total s’élève à {amount}, c’est-à-dire davantage que {chose}.',
    'Là où {gens} {verbe} {chose}, les résultats sont meilleurs : {share} en moyenne.',
    'Ça n’empêche pas {gens} d’être nombreux ; naïveté ou persévérance ?',
  ],
  headings: [
    'Présentation générale',
    'Contexte et enjeux',
    'Résultats de l’enquête',
    'Coûts et financement',
    'Recommandations',
    'Le rôle de {chose}',
    'Annexe méthodologique',
  ],
  phrases: ['{chose}', 'coût pour {gens}', 'année {year}', 'dépenses engagées', '{gens} et {chose}'],
};

export const greek: Register = {
  numbers: {
    ...germanNumbers,
    months: ['Ιανουαρίου', 'Μαρτίου', 'Απριλίου', 'Ιουνίου', 'Σεπτεμβρίου'],
    date: (day, month, year) => `${day} ${month} ${year}`,
  },
  gap: ' ',
  words: {
    pragma: [
      'το λιμάνι',
      'η βιβλιοθήκη',
      'το ψήφισμα',
      'η συνέλευση',
      'το μουσείο',
      'η παλιά γέφυρα',
      'το σχολείο',
    ],
    kosmos: ['οι κάτοικοι', 'οι μαθητές', 'οι ερευνητές', 'οι επισκέπτες', 'οι ψαράδες'],
    rima: ['υποστηρίζουν', 'επισκέπτονται', 'θυμούνται', 'μελετούν', 'προστατεύουν'],
  },
  sentences: [
    'Στις {date}, {kosmos} {rima} ότι {pragma} χρειάζεται φροντίδα.',
    'Σύμφωνα με την έκθεση, {share} των ερωτηθέντων απάντησαν θετικά και {count} δεν απάντησαν.',
    'Όταν {pragma} άνοιξε το {year}, {kosmos} δεν το περίμεναν.',
    'Το κόστος ανέρχεται σε {amount}· {pragma} όμως ανήκει σε όλους.',
    'Γιατί {kosmos} {rima} τόσο συχνά αυτό που {kosmos} ξεχνούν;',
  ],
  headings: ['Εισαγωγή', 'Ιστορικό', 'Μέθοδος', 'Αποτελέσματα', 'Συμπεράσματα', 'Προτάσεις για το μέλλον'],
  phrases: ['{pragma}', 'κόστος {year}', '{kosmos}', 'σύνολο', 'μέσος όρος'],
};

export const russian: Register = {
  numbers: {
    decimal: ',',
    thousands: '\u00a0',
    currency: (amount) => `${amount} руб.`,
    months: ['января', 'марта', 'апреля', 'июня', 'сентября', 'декабря'],
    date: (day, month, year) => `${day} ${month} ${year} г.`,
  },
  gap: ' ',
  words: {
    delo: [
      'городской архив',
      'железнодорожный мост',
      'научный совет',
      'летний лагерь',
      'новый учебник',
      'отчёт о проверке',
      'каменный дом',
    ],
    lyudi: ['жители', 'участники экспедиции', 'учёные', 'школьники', 'сотрудники музея', 'рыбаки'],
    glagol: ['обсуждают', 'описывают', 'вспоминают', 'поддерживают', 'изучают'],
  },
  sentences: [
    'По данным на {date}, {share} опрошенных знают, где находится {delo}.',
    'Уже в {year} году {lyudi} заметили, что {delo} требует ремонта стоимостью {amount}',
    'Как сообщают {lyudi}, {delo} будет открыт для посетителей, а {count} экземпляров – переданы в фонд.',
    '«Мы этого не ждали», – говорят {lyudi}, которые до сих пор {glagol} этот случай.',
    'Однако {lyudi} редко {glagol} то, что объясняет {delo}.',
    'В отличие от прежних лет, {lyudi} и {lyudi} {glagol} вопрос вместе.',
  ],
  headings: [
    'Введение',
    'История вопроса',
    'Материалы и методы',
    'Результаты',
    'Обсуждение',
    'Выводы',
    'Приложение',
  ],
  phrases: ['{delo}', 'итого за {year}', '{lyudi}', 'расходы', 'средний показатель'],
};

export const arabic: Register = {
  numbers: {
    decimal: '.',
    thousands: ',',
    currency: (amount) => `${amount} دينار`,
    months: ['يناير', 'مارس', 'أبريل', 'يونيو', 'سبتمبر', 'ديسمبر'],
    date: (day, month, year) => `${day} ${month} ${year}`,
  },
  gap: ' ',
  words: {
    shay: [
      'المكتبة العامة',
      'المدرسة الجديدة',
      'السوق القديم',
      'الميناء',
      'المتحف الوطني',
      'الحديقة',
      'محطة القطار',
    ],
    nas: ['السكان', 'الطلاب', 'الباحثون', 'الزوار', 'الصيادون', 'المعلمون'],
    fiil: ['يدعم', 'يزور', 'يدرس', 'يذكر', 'يحمي'],
  },
  sentences: [
    'في {date} {fiil} {nas} {shay} للمرة الأولى.',
    'يقول {nas} إن {shay} تحتاج إلى إصلاح يكلف {amount} على الأقل.',
    'بلغت نسبة المشاركين {share} من مجموع {count} شخص.',
    'منذ عام {year} لم {fiil} {nas} أي تغيير في {shay}.',
    'ومع ذلك {fiil} {nas} فكرة نقل {shay} إلى وسط المدينة.',
    'هل {fiil} {nas} حقا ما كتب عن {shay}؟',
  ],
  headings: ['مقدمة', 'خلفية الموضوع', 'منهج الدراسة', 'النتائج', 'الخلاصة', 'التوصيات'],
  phrases: ['{shay}', 'مجموع عام {year}', '{nas}', 'تكلفة الصيانة', 'المعدل السنوي'],
};

export const chinese: Register = {
  numbers: {
    decimal: '.',
    thousands: ',',
    currency: (amount) => `${amount}元`,
    months: ['1', '3', '4', '6', '9', '12'],
    date: (day, month, year) => `${year}年${month}月${day}日`,
  },
  gap: '',
  words: {
    shi: ['市立图书馆', '新建的车站', '研究计划', '旧城区', '水资源', '夏季课程', '年度报告'],
    ren: ['居民', '学生', '研究人员', '志愿者', '游客', '渔民'],
    dong: ['支持', '讨论', '参观', '保护', '研究'],
  },
  sentences: [
    '{date},{ren}首次{dong}{shi}。',
    '据统计,{share}的{ren}认为{shi}需要改进,费用约为{amount}。',
    '自{year}年以来,共有{count}名{ren}参加了与{shi}有关的活动。',
    '“我们没有想到,”一些{ren}说,“{shi}会这么受欢迎。”',
    '因此,{ren}和{ren}应当一起{dong}{shi};这需要时间。',
    '{shi}与{shi}之间的差别是什么?',
  ],
  headings: ['引言', '背景', '研究方法', '主要结果', '讨论', '结论与建议'],
  phrases: ['{shi}', '{year}年合计', '{ren}', '平均费用', '其他支出'],
};
