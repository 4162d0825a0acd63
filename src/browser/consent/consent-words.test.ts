import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { createVocabulary } from '../page-scripts/consent/create-vocabulary.js';
import { wordsOf } from '../page-scripts/consent/words-of.js';
import { CONSENT_WORDS } from './consent-words.ts';

/** The words of buttons: refuse all, only the needed, settings, accept. */
const BUTTONS: Record<string, [reject: string, needed: string, settings: string, accept: string]> = {
  en: ['Reject All', 'Accept only necessary cookies', 'Manage preferences', 'Accept All Cookies'],
  de: ['Alle ablehnen', 'Nur essenzielle Cookies akzeptieren', 'Einstellungen', 'Alle akzeptieren'],
  fr: ['Tout refuser', 'Uniquement les cookies nécessaires', 'Paramétrer', "J'accepte"],
  es: ['Rechazar todo', 'Solo las necesarias', 'Configurar', 'Aceptar todo'],
  it: ['Rifiuta tutto', 'Accetta solo necessari', 'Personalizza', 'Accetta tutti'],
  pt: ['Rejeitar todos', 'Apenas os essenciais', 'Definições', 'Aceitar todos'],
  nl: ['Alles weigeren', 'Alleen noodzakelijke cookies', 'Instellingen', 'Alles accepteren'],
  sv: ['Avvisa alla', 'Endast nödvändiga', 'Inställningar', 'Godkänn alla'],
  da: ['Afvis alle', 'Kun nødvendige', 'Tilpas', 'Tillad alle'],
  no: ['Avvis alle', 'Bare nødvendige', 'Innstillinger', 'Godta alle'],
  fi: ['Hylkää kaikki', 'Vain välttämättömät', 'Asetukset', 'Hyväksy kaikki'],
  pl: ['Odrzuć wszystkie', 'Tylko niezbędne', 'Ustawienia', 'Zaakceptuj wszystkie'],
  cs: ['Odmítnout vše', 'Pouze nezbytné', 'Nastavení', 'Přijmout vše'],
  sk: ['Odmietnuť všetko', 'Len nevyhnutné', 'Nastavenia', 'Prijať všetko'],
  hu: ['Összes elutasítása', 'Csak a szükséges sütik', 'Beállítások', 'Elfogadom'],
  ro: ['Respinge tot', 'Doar cele necesare', 'Setări', 'Acceptă toate'],
  el: ['Απόρριψη όλων', 'Μόνο τα απαραίτητα', 'Ρυθμίσεις', 'Αποδοχή όλων'],
  bg: ['Отхвърляне на всички', 'Само необходимите', 'Настройки', 'Приемам всички'],
  ru: ['Отклонить все', 'Только необходимые', 'Настроить', 'Принять все'],
  uk: ['Відхилити всі', 'Лише необхідні', 'Налаштування', 'Прийняти всі'],
  tr: ['TÜMÜNÜ REDDET', 'Yalnızca gerekli', 'Ayarlar', 'Tümünü kabul et'],
  hr: ['Odbij sve', 'Samo nužni kolačići', 'Postavke', 'Prihvati sve'],
  sl: ['Zavrni vse', 'Samo nujni piškotki', 'Nastavitve', 'Sprejmi vse'],
  lt: ['Atmesti visus', 'Tik būtinieji', 'Nustatymai', 'Sutinku'],
  lv: ['Noraidīt visas', 'Tikai nepieciešamās', 'Iestatījumi', 'Piekrītu'],
  et: ['Keeldu kõigist', 'Ainult vajalikud', 'Seaded', 'Nõustu kõigiga'],
  ja: ['すべて拒否', '必須Cookieのみ', '設定', 'すべて同意する'],
  ko: ['모두 거부', '필수 쿠키만 허용', '쿠키 설정', '모두 동의'],
  zh: ['全部拒绝', '仅接受必要的 Cookie', '设置', '全部接受'],
  ar: ['رفض الكل', 'الضرورية فقط', 'إعدادات', 'قبول الكل'],
  he: ['דחה הכל', 'עוגיות הכרחיות בלבד', 'הגדרות', 'קבל הכל'],
  id: ['Tolak semua', 'Hanya yang diperlukan', 'Pengaturan', 'Terima semua'],
  vi: ['Từ chối tất cả', 'Chỉ cookie cần thiết', 'Cài đặt', 'Chấp nhận tất cả'],
  th: ['ปฏิเสธทั้งหมด', 'เฉพาะที่จำเป็น', 'ตั้งค่า', 'ยอมรับทั้งหมด'],
  ca: ['Rebutja-ho tot', 'Només les necessàries', 'Configuració', 'Accepta-ho tot'],
};

describe('words of consent', () => {
  const { kindOf } = createVocabulary(CONSENT_WORDS);
  const kinds = (labels: readonly string[]): string[] => labels.map((label) => kindOf(wordsOf(label)));

  for (const [language, labels] of Object.entries(BUTTONS)) {
    test(`buttons: ${language}`, () => {
      assert.deepEqual(kinds(labels), ['reject', 'reject', 'settings', 'accept']);
    });
  }

  test('other ways to refuse', () => {
    const labels = [
      'Continue without accepting →',
      'No, thanks',
      'Do Not Sell My Personal Information',
      "I don't agree",
      'Required Only',
      'Strictly necessary only',
      'Continuer sans accepter',
      'DISAGREE',
      'Ohne Einwilligung fortfahren',
    ];
    assert.deepEqual(kinds(labels), Array(labels.length).fill('reject'));
  });

  test('whoever refuses must not pay, and a word alone refuses nothing', () => {
    assert.deepEqual(
      kinds(['Reject and subscribe', 'Mit Abo ablehnen', 'Refuser et s’abonner', 'Sign in', 'Chat']),
      Array(5).fill('other'),
    );
    assert.deepEqual(kinds(['Necessary', 'Strictly necessary', 'Necessary (12)']), Array(3).fill('other'));
  });

  test('is linear in what it is held against', async () => {
    for (const kind of ['cookies', 'privacy', 'names', 'reject', 'settings', 'accept', 'other'] as const) {
      const pattern = new RegExp(CONSENT_WORDS[kind], 'u');
      for (const words of ['only accept functional ', 'cooki consen ']) {
        const prepare = (size: number): (() => unknown) => {
          const text = words.repeat(size);
          return () => pattern.test(text);
        };
        await assertLinear(5_000, prepare, `${kind}: ${words}`);
      }
    }
  });
});
