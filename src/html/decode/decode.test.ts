import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeHtml, decodeInPieces } from '../decode.ts';

const ACCENTED = 'Größe, façade, señor';
/** Sample texts by encoding, in characters that the encoding has. */
const SAMPLES: Readonly<Record<string, string>> = {
  'utf-8': 'Größe, Москва, 東京, 😀',
  ibm866: 'Широка страна моя',
  'iso-8859-2': 'Příliš žluťoučký kůň',
  'iso-8859-3': 'Ĉiuj homoj ĝoje ŝtelas',
  'iso-8859-4': 'Šiauliai, Ķekava, Ūdrija',
  'iso-8859-5': 'Широка страна моя',
  'iso-8859-6': 'مرحبا بالعالم',
  'iso-8859-7': 'Καλημέρα κόσμε',
  'iso-8859-8': 'שלום עולם',
  'iso-8859-8-i': 'שלום עולם',
  'iso-8859-10': 'Ávvir, Áŋŋel, Þór',
  'iso-8859-13': 'Šiauliai, Žemaitija',
  'iso-8859-14': 'Dia ḋuit, ŵyl, ŷd',
  'iso-8859-15': `${ACCENTED} €`,
  'iso-8859-16': 'Bucureștiul și țara',
  'koi8-r': 'Широка страна моя',
  'koi8-u': 'Україна, ґанок, їжак',
  macintosh: ACCENTED,
  'windows-874': 'สวัสดีชาวโลก',
  'windows-1250': 'Příliš žluťoučký kůň',
  'windows-1251': 'Широка страна моя',
  'windows-1252': `${ACCENTED} € “ok”`,
  'windows-1253': 'Καλημέρα κόσμε',
  'windows-1254': 'İstanbul ığüşöç',
  'windows-1255': 'שלום עולם',
  'windows-1256': 'مرحبا بالعالم',
  'windows-1257': 'Šiauliai, Žemaitija',
  'windows-1258': 'Đông Ơ Ư',
  'x-mac-cyrillic': 'Широка страна моя',
  gbk: '你好，世界',
  gb18030: '你好，世界',
  big5: '你好，世界',
  'euc-jp': 'こんにちは、世界',
  shift_jis: 'こんにちは、世界',
  'euc-kr': '안녕하세요 똠방각하 뷁',
};

/** Ordinary text by encoding, as pages use it without declaring it. */
const TEXTS: Readonly<Record<string, string>> = {
  shift_jis:
    'これは日本語の文章です。今日はとても天気が良いので、公園まで散歩に行きました。そこでコーヒーを飲みました。',
  'euc-jp':
    'これは日本語の文章です。今日はとても天気が良いので、公園まで散歩に行きました。そこでコーヒーを飲みました。',
  gb18030: '我们在这个国家生活了很多年，学到的东西也很多。他说，这是一个大家都可以来的地方，不要有什么担心。',
  big5: '我們在這個國家生活了很多年，學到的東西也很多。他說，這是一個大家都可以來的地方，不要有什麼擔心。',
  'euc-kr':
    '이것은 한국어로 쓰인 문장입니다. 오늘은 날씨가 아주 좋아서 공원에 산책을 하러 갔습니다. 그리고 커피를 마셨다.',
  'windows-1251':
    'Это обычный русский текст. Сегодня была хорошая погода, и мы пошли гулять в парк, а потом пили кофе.',
  'koi8-r':
    'Это обычный русский текст. Сегодня была хорошая погода, и мы пошли гулять в парк, а потом пили кофе.',
  'windows-1253':
    'Αυτό είναι ένα συνηθισμένο ελληνικό κείμενο. Σήμερα ο καιρός ήταν καλός και πήγαμε στο πάρκο για καφέ.',
  'windows-1255': 'זהו טקסט רגיל בעברית. היום היה מזג אוויר נעים והלכנו לטייל בפארק, ואחר כך שתינו קפה ביחד.',
  'windows-1256':
    'هذا نص عادي باللغة العربية. كان الطقس اليوم جميلا وذهبنا إلى الحديقة ثم شربنا القهوة معا في المدينة.',
  'windows-874': 'นี่คือข้อความภาษาไทยธรรมดา วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะแล้วก็ดื่มกาแฟด้วยกัน',
};

/** Western text, which must stay windows-1252 whatever its accents decode to elsewhere. */
const WESTERN_TEXTS = [
  'Größe, Übung, schöne Grüße aus München: das Mädchen fährt über die Brücke, während es schneit. Straße, süß, Öl, Äpfel.',
  'L’été dernier, la façade du château était très abîmée; à côté, une allée menait à la forêt où l’on rêvait déjà.',
  'El niño pequeño soñó con una montaña más allá del jardín: qué alegría, qué emoción, según decía su papá.',
  'São Paulo não é a capital; a população, porém, é grande. Ações, informações, razões, irmãos e maçãs também.',
  'Ég á ekki orð yfir þetta. Það er gott að vera hér við höfnina, sagði Ásdís, og þau fóru síðan öll á fjöll í ágúst.',
  'È già così: perché non può più? La città è là, più giù, e lunedì, martedì e venerdì c’è la società.',
];

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytesOf = BYTES.get(encoding) ?? turnAround(encoding);
  BYTES.set(encoding, bytesOf);
  return Uint8Array.from(
    Array.from(text).flatMap((char) => bytesOf.get(char) ?? assert.fail(`${encoding} has no "${char}"`)),
  );
}

/** The bytes of each character, by encoding. */
const BYTES = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character, by the decoder of an encoding: all one and two byte sequences are tried. */
function turnAround(encoding: string): Map<string, number[]> {
  // Without the line feed, which keeps the others apart.
  const sequences = Array.from({ length: 256 }, (_, byte) => [byte]).filter(([byte]) => byte !== 10);
  if (/^(gb|big5|euc|shift)/.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) sequences.push([lead, trail]);
  }
  const lines = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, 10]));
  const decoded = decodeHtml(lines, `text/html; charset=${encoding}`).text.split('\n');
  const bytesOf = new Map<string, number[]>();
  sequences.forEach((sequence, index) => {
    if (!bytesOf.has(decoded[index]!)) bytesOf.set(decoded[index]!, sequence);
  });
  return bytesOf;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

describe('decodeHtml', () => {
  for (const [encoding, sample] of Object.entries(SAMPLES)) {
    it(`decodes ${encoding} as declared by header and by meta`, () => {
      const bytes = encode(sample, encoding);
      assert.deepEqual(decodeHtml(bytes, `text/html; charset="${encoding}"`), { text: sample, encoding });
      const meta = `<meta charset=${encoding}>`;
      assert.deepEqual(decodeHtml(concat(ascii(meta), bytes)), { text: meta + sample, encoding });
    });
  }

  it('decodes ISO-2022-JP, declared or not', () => {
    const bytes = ascii('\x1b$B$3$s\x1b(B!');
    const expected = { text: 'こん!', encoding: 'iso-2022-jp' };
    assert.deepEqual(decodeHtml(bytes, 'text/html; charset=ISO-2022-JP'), expected);
    assert.deepEqual(decodeHtml(bytes), expected);
  });

  it('decodes UTF-16 by header, by mark and by XML declaration', () => {
    const little = Uint8Array.from(Buffer.from('<p>東', 'utf16le'));
    const big = Uint8Array.from(Buffer.from('<p>東', 'utf16le').swap16());
    assert.deepEqual(decodeHtml(little, 'text/html;charset=utf-16'), { text: '<p>東', encoding: 'utf-16le' });
    assert.deepEqual(decodeHtml(big, 'text/html;charset=utf-16be'), { text: '<p>東', encoding: 'utf-16be' });
    assert.deepEqual(decodeHtml(concat(Uint8Array.of(0xff, 0xfe), little), 'text/html; charset=utf-8'), {
      text: '<p>東',
      encoding: 'utf-16le',
    });
    assert.deepEqual(decodeHtml(concat(Uint8Array.of(0xfe, 0xff), big)), {
      text: '<p>東',
      encoding: 'utf-16be',
    });
    const xml = '<?xml version="1.0"?><p>東';
    assert.equal(decodeHtml(Uint8Array.from(Buffer.from(xml, 'utf16le'))).encoding, 'utf-16le');
    assert.equal(decodeHtml(Uint8Array.from(Buffer.from(xml, 'utf16le').swap16())).encoding, 'utf-16be');
  });

  it('maps x-user-defined to the private area and shows nothing of a replacement encoding', () => {
    assert.equal(
      decodeHtml(Uint8Array.of(0x41, 0x80, 0xff), 'text/html; charset=x-user-defined').text,
      'A\uF780\uF7FF',
    );
    assert.deepEqual(decodeHtml(ascii('<script>'), 'text/html; charset=hz-gb-2312'), {
      text: '\uFFFD',
      encoding: 'replacement',
    });
    assert.equal(decodeHtml(new Uint8Array(), 'text/html; charset=iso-2022-kr').text, '');
  });

  it('knows the labels of the standard', () => {
    const labels: Readonly<Record<string, string>> = {
      latin1: 'windows-1252',
      ' ASCII ': 'windows-1252',
      'ISO-8859-1': 'windows-1252',
      'iso-8859-9': 'windows-1254',
      'tis-620': 'windows-874',
      'x-sjis': 'shift_jis',
      'windows-31j': 'shift_jis',
      gb2312: 'gbk',
      'ks_c_5601-1987': 'euc-kr',
      'big5-hkscs': 'big5',
      'unicode-1-1-utf-8': 'utf-8',
      csisolatin2: 'iso-8859-2',
      'koi8-ru': 'koi8-u',
      logical: 'iso-8859-8-i',
    };
    for (const [label, encoding] of Object.entries(labels)) {
      assert.equal(decodeHtml(ascii('a'), `text/html; charset=${label}`).encoding, encoding, label);
    }
  });

  it('puts the mark before the header, the header before meta, an unknown label nowhere', () => {
    const latin2 = ascii('<meta charset=iso-8859-2>\xb1');
    assert.equal(decodeHtml(latin2).text.at(-1), 'ą');
    assert.equal(decodeHtml(latin2, 'text/html; charset=iso-8859-1').text.at(-1), '±');
    assert.equal(decodeHtml(latin2, 'text/html; charset=nonsense').text.at(-1), 'ą');
    assert.equal(decodeHtml(latin2, 'text/html').text.at(-1), 'ą');
    const marked = concat(Uint8Array.of(0xef, 0xbb, 0xbf), ascii('<meta charset=iso-8859-2>'));
    assert.deepEqual(decodeHtml(marked, 'text/html; charset=koi8-r'), {
      text: '<meta charset=iso-8859-2>',
      encoding: 'utf-8',
    });
  });

  it('reads undeclared bytes as UTF-8 when they are, else as windows-1252', () => {
    assert.deepEqual(decodeHtml(new TextEncoder().encode('façade')), { text: 'façade', encoding: 'utf-8' });
    assert.deepEqual(decodeHtml(ascii('fa\xe7ade \x80')), { text: 'façade €', encoding: 'windows-1252' });
    assert.deepEqual(decodeHtml(new Uint8Array()), { text: '', encoding: 'utf-8' });
  });

  it('reads the characters that Hong Kong added to Big5, and the last two of EUC-KR', () => {
    const hongKong = Uint8Array.of(0xfb, 0x48, 0x9d, 0xcf, 0x9d, 0xf6, 0x9d, 0xf8);
    assert.equal(decodeHtml(hongKong, 'text/html; charset=big5').text, '嘅嘢喺啲');
    const signs = Uint8Array.of(0xa2, 0xe6, 0xa2, 0xe7);
    assert.equal(decodeHtml(signs, 'text/html; charset=euc-kr').text, '€®');
  });

  it('replaces what EUC-KR does not have and keeps the ASCII behind it', () => {
    const bytes = Uint8Array.of(0xb0, 0x3c, 0x61, 0x3e, 0xff, 0x41, 0xc9, 0xa1, 0xb0, 0xa1, 0x80, 0xb0);
    assert.equal(decodeHtml(bytes, 'text/html; charset=euc-kr').text, '\uFFFD<a>\uFFFDA\uFFFD가\uFFFD\uFFFD');
  });
});

describe('pages that declare no encoding', () => {
  for (const [encoding, text] of Object.entries(TEXTS)) {
    it(`are told to be ${encoding}`, () => {
      const page = `<html><title>${text}</title><p class="a">${text}</p>`;
      assert.deepEqual(decodeHtml(encode(page, encoding)), { text: page, encoding });
    });
  }

  it('stay windows-1252 when the text is western', () => {
    for (const text of WESTERN_TEXTS) {
      const page = `<p>${text}</p>`.repeat(5);
      assert.deepEqual(decodeHtml(encode(page, 'windows-1252')), { text: page, encoding: 'windows-1252' });
    }
  });

  it('stay windows-1252 when there is next to nothing to go by', () => {
    assert.equal(decodeHtml(encode('<p>Привет', 'windows-1251')).encoding, 'windows-1252');
  });

  it('are UTF-8 with a few broken bytes or a cut end', () => {
    const bytes = new TextEncoder().encode('Größe, Übung, Москва, 東京。'.repeat(20));
    assert.equal(decodeHtml(bytes.subarray(0, -1)).encoding, 'utf-8');
    bytes[200] = 0xff;
    assert.equal(decodeHtml(bytes).encoding, 'utf-8');
  });

  it('are taken at their word when the meta element comes late', () => {
    const page = Buffer.concat([
      Buffer.from(`<style>${'a{}'.repeat(1000)}</style><meta charset=iso-8859-2>`),
      Uint8Array.of(0xb1),
    ]);
    assert.equal(decodeHtml(page).text.at(-1), 'ą');
  });
});

describe('decodeInPieces', () => {
  const lines: Readonly<Record<string, Buffer>> = {
    ...Object.fromEntries(
      ['utf-8', 'windows-1252', 'euc-kr', 'shift_jis', 'gb18030'].map((encoding) => {
        const sample = encode(SAMPLES[encoding] ?? TEXTS[encoding] ?? ACCENTED, encoding);
        // The sample has an odd length: characters lie across the ends of pieces.
        return [encoding, Buffer.concat([sample, encode(sample.length % 2 === 0 ? 'x' : 'xy', encoding)])];
      }),
    ),
    'utf-16le': Buffer.from('x😀', 'utf16le'),
  };
  for (const [encoding, line] of Object.entries(lines)) {
    it(`gives the text of ${encoding} in pieces`, () => {
      const contentType = `text/xml; charset=${encoding}`;
      const bytes = Buffer.concat(Array.from({ length: Math.ceil(600_000 / line.length) }, () => line));
      const pieces = Array.from(decodeInPieces(bytes, contentType));
      assert.ok(pieces.length > 3);
      assert.equal(pieces.join(''), decodeHtml(bytes, contentType).text);
    });
  }

  it('gives nothing of an empty file', () => {
    assert.equal(Array.from(decodeInPieces(Buffer.alloc(0), undefined)).join(''), '');
  });
});
