import type { Register } from '../generate/register.ts';
import { business, everyday } from '../generate/registers/english.ts';
import { french, german } from '../generate/registers/other-languages.ts';

/** The short texts of everyday papers in one language, with a register for their sentences. */
export interface Vocabulary {
  language: string;
  register: Register;
  people: readonly string[];
  companies: readonly string[];
  streets: readonly string[];
  towns: readonly string[];
  goods: readonly string[];
  /** Sums at the foot of a receipt, the total last. */
  sums: readonly string[];
  /** What a receipt says of itself: each with a kind of value behind it. */
  facts: readonly (readonly [label: string, kind: ValueKind])[];
  fields: readonly (readonly [label: string, kind: ValueKind])[];
  thanks: readonly string[];
  salutations: readonly string[];
  closings: readonly string[];
  choices: readonly string[];
  columns: readonly string[];
}

export type ValueKind =
  | 'person'
  | 'company'
  | 'street'
  | 'town'
  | 'date'
  | 'number'
  | 'phone'
  | 'mail'
  | 'time';

const ENGLISH: Omit<Vocabulary, 'register'> = {
  language: 'en',
  people: [
    'Margaret Ashdown',
    'Peter Okafor',
    'Ines Calloway',
    'John van der Berg',
    'Li Na Chen',
    'Ruth O’Neill',
  ],
  companies: [
    'Harbour Supplies Ltd',
    'Blue Door Bakery',
    'Northfield Dental Care',
    'Quay Street Cafe',
    'Mill & Sons',
  ],
  streets: [
    '14 Quay Street',
    '3 Church Row',
    '221 Old Mill Lane',
    'Flat 2, 9 Station Road',
    'Unit 7, West Park',
  ],
  towns: ['Northhaven NH4 2PX', 'Lower Wenfield', 'Eastbridge EB1 7QT', 'Port Carrow 40112', 'Ashby'],
  goods: [
    'Oat flat white',
    'Sourdough loaf',
    'AA batteries 4pk',
    'Garden hose 15 m',
    'USB-C cable',
    'Soup of the day',
    'Paint, white, 2.5 l',
    'Notebook A5',
    'Brass hinge',
    'Car wash',
  ],
  sums: ['Subtotal', 'Discount', 'VAT 20%', 'Total due'],
  facts: [
    ['Receipt no.', 'number'],
    ['Date', 'date'],
    ['Time', 'time'],
    ['Cashier', 'person'],
    ['Table', 'number'],
    ['Card ending', 'number'],
  ],
  fields: [
    ['Full name', 'person'],
    ['Date of birth', 'date'],
    ['Street address', 'street'],
    ['Town and postcode', 'town'],
    ['Daytime telephone', 'phone'],
    ['E-mail', 'mail'],
    ['Employer', 'company'],
    ['Policy number', 'number'],
    ['Emergency contact', 'person'],
    ['Account number', 'number'],
  ],
  thanks: ['Thank you for your visit!', 'Goods may be returned within 30 days', 'Please keep this receipt'],
  salutations: ['Dear Mrs Ashdown,', 'Dear neighbours,', 'Dear Sir or Madam,'],
  closings: ['Yours sincerely,', 'With kind regards,', 'Yours faithfully,'],
  choices: ['Single', 'Married', 'I agree to the terms', 'Send me the newsletter', 'Paid in advance'],
  columns: ['Item', 'Region', 'Opening', 'Closing', 'Change', 'Units', 'Share'],
};

const GERMAN: Omit<Vocabulary, 'register'> = {
  language: 'de',
  people: ['Sabine Köhler', 'Dr. Jörg Weiß', 'Theodor Brandt', 'Anneliese Müller', 'Uwe Lange'],
  companies: [
    'Bäckerei Schäfer',
    'Gebr. Möller GmbH',
    'Stadtwerke Lüneburg',
    'Zahnarztpraxis Süd',
    'Café Mühle',
  ],
  streets: ['Lindenstraße 14', 'Am Mühlgraben 3', 'Hauptstr. 221', 'Goethering 9 b', 'Postfach 1120'],
  towns: ['21335 Lüneburg', '80331 München', '04109 Leipzig', '50667 Köln', '99084 Erfurt'],
  goods: [
    'Roggenbrot 750 g',
    'Milchkaffee',
    'Glühbirne E27',
    'Schrauben 4x40',
    'Gartenschlauch',
    'Apfelkuchen',
    'Wandfarbe weiß',
    'Notizbuch',
  ],
  sums: ['Zwischensumme', 'Rabatt', 'MwSt. 19 %', 'Gesamtbetrag'],
  facts: [
    ['Beleg-Nr.', 'number'],
    ['Datum', 'date'],
    ['Uhrzeit', 'time'],
    ['Es bediente Sie', 'person'],
    ['Tisch', 'number'],
  ],
  fields: [
    ['Name, Vorname', 'person'],
    ['Geburtsdatum', 'date'],
    ['Straße, Hausnummer', 'street'],
    ['PLZ, Ort', 'town'],
    ['Telefon tagsüber', 'phone'],
    ['E-Mail', 'mail'],
    ['Arbeitgeber', 'company'],
    ['Kundennummer', 'number'],
    ['Steuernummer', 'number'],
  ],
  thanks: ['Vielen Dank für Ihren Einkauf!', 'Umtausch innerhalb von 14 Tagen', 'Es gelten unsere AGB'],
  salutations: ['Sehr geehrte Frau Köhler,', 'Liebe Nachbarn,', 'Sehr geehrte Damen und Herren,'],
  closings: ['Mit freundlichen Grüßen', 'Mit besten Grüßen', 'Hochachtungsvoll'],
  choices: ['ledig', 'verheiratet', 'Ich stimme zu', 'Newsletter erwünscht'],
  columns: ['Posten', 'Gebiet', 'Anfang', 'Ende', 'Änderung', 'Menge', 'Anteil'],
};

const FRENCH: Omit<Vocabulary, 'register'> = {
  language: 'fr',
  people: ['Hélène Moreau', 'Jean-Luc Béranger', 'Zoé Lefèvre', 'Aïcha Benali', 'Louis Garçon'],
  companies: [
    'Boulangerie Dupré',
    'Garage du Pont',
    'Pharmacie Centrale',
    'Maison Lefèvre SARL',
    'Café de la Gare',
  ],
  streets: ['12, rue des Écoles', '3 bis, place du Marché', '45, avenue Foch', '8, allée des Tilleuls'],
  towns: ['69002 Lyon', '33000 Bordeaux', '75011 Paris', '31000 Toulouse', '44100 Nantes'],
  goods: [
    'Pain de campagne',
    'Café crème',
    'Ampoule LED',
    'Tuyau 15 m',
    'Tarte aux pommes',
    'Cahier A5',
    'Peinture blanche',
    'Piles AA x4',
  ],
  sums: ['Sous-total', 'Remise', 'TVA 20 %', 'Total à payer'],
  facts: [
    ['Ticket n°', 'number'],
    ['Date', 'date'],
    ['Heure', 'time'],
    ['Servi par', 'person'],
    ['Table', 'number'],
  ],
  fields: [
    ['Nom et prénom', 'person'],
    ['Date de naissance', 'date'],
    ['Adresse', 'street'],
    ['Code postal et ville', 'town'],
    ['Téléphone', 'phone'],
    ['Courriel', 'mail'],
    ['Employeur', 'company'],
    ['Numéro de client', 'number'],
    ['Personne à prévenir', 'person'],
  ],
  thanks: ['Merci de votre visite !', 'Échange sous 30 jours', 'À bientôt'],
  salutations: ['Madame, Monsieur,', 'Chère Hélène,', 'Chers voisins,'],
  closings: ['Cordialement,', 'Bien à vous,', 'Veuillez agréer nos salutations distinguées,'],
  choices: ['Célibataire', 'Marié', 'J’accepte les conditions', 'Recevoir la lettre'],
  columns: ['Poste', 'Région', 'Début', 'Fin', 'Écart', 'Unités', 'Part'],
};

/** Languages that the service recognises in scans. */
export const VOCABULARIES: readonly Vocabulary[] = [
  { ...ENGLISH, register: business },
  { ...ENGLISH, register: everyday },
  { ...GERMAN, register: german },
  { ...FRENCH, register: french },
];
