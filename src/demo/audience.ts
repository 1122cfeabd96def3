import type { Random, Weighted } from './random.ts';

/** Where people live and what they speak: the language follows the country. */
export type Home = { country: string; language: string; iphoneShare: number };

type Country = {
  code: string;
  weight: number;
  languages: Weighted<string>;
  /** Of the telephones there. */
  iphoneShare: number;
};

const english = 'en-US';

/** A country whose people mostly have one language; the rest set their browser to English. */
function country(code: string, weight: number, language: string, iphoneShare: number, englishShare = 0.1) {
  const languages: Weighted<string> = [
    [language, 1 - englishShare],
    [english, englishShare],
  ];
  return { code, weight, languages, iphoneShare };
}

const countries: readonly Country[] = [
  country('DE', 260, 'de-DE', 0.38, 0.13),
  country('GB', 150, 'en-GB', 0.52),
  country('US', 140, 'en-US', 0.58),
  country('FR', 62, 'fr-FR', 0.36),
  country('NL', 58, 'nl-NL', 0.42, 0.25),
  country('AT', 46, 'de-AT', 0.4),
  {
    code: 'CH',
    weight: 38,
    languages: [
      ['de-CH', 62],
      ['fr-CH', 20],
      ['it-CH', 6],
      [english, 12],
    ],
    iphoneShare: 0.56,
  },
  country('IT', 32, 'it-IT', 0.32),
  country('ES', 30, 'es-ES', 0.28),
  country('PL', 26, 'pl-PL', 0.2),
  country('SE', 22, 'sv-SE', 0.57, 0.2),
  country('DK', 19, 'da-DK', 0.62, 0.2),
  {
    code: 'BE',
    weight: 19,
    languages: [
      ['nl-BE', 52],
      ['fr-BE', 36],
      [english, 12],
    ],
    iphoneShare: 0.38,
  },
  {
    code: 'CA',
    weight: 18,
    languages: [
      ['en-CA', 78],
      ['fr-CA', 22],
    ],
    iphoneShare: 0.58,
  },
  country('IN', 17, 'en-IN', 0.05, 0.2),
  country('AU', 15, 'en-AU', 0.57),
  country('NO', 14, 'nb-NO', 0.61, 0.2),
  country('FI', 12, 'fi-FI', 0.34, 0.2),
  country('IE', 11, 'en-IE', 0.5),
  country('CZ', 11, 'cs-CZ', 0.25),
  country('PT', 10, 'pt-PT', 0.28, 0.2),
  country('BR', 9, 'pt-BR', 0.18),
  country('JP', 8, 'ja-JP', 0.66, 0.06),
  country('TR', 7, 'tr-TR', 0.2),
  country('RO', 6, 'ro-RO', 0.22, 0.25),
  country('HU', 6, 'hu-HU', 0.24),
  country('GR', 6, 'el-GR', 0.25, 0.2),
  country('MX', 5, 'es-MX', 0.24),
  country('SG', 5, 'en-SG', 0.42),
  country('KR', 5, 'ko-KR', 0.27, 0.06),
  country('UA', 5, 'uk-UA', 0.23),
  country('SK', 4, 'sk-SK', 0.24),
  country('HR', 4, 'hr-HR', 0.21, 0.2),
  country('LT', 3, 'lt-LT', 0.3, 0.2),
  country('EE', 3, 'et-EE', 0.33, 0.2),
  country('SI', 3, 'sl-SI', 0.22, 0.2),
  country('LU', 3, 'fr-LU', 0.48, 0.3),
  country('NZ', 3, 'en-NZ', 0.52),
  country('ZA', 3, 'en-ZA', 0.16),
  country('AE', 3, 'ar-AE', 0.4, 0.55),
  country('IL', 3, 'he-IL', 0.35, 0.3),
  country('ID', 2, 'id-ID', 0.09),
];

const byWeight: Weighted<Country> = countries.map((each) => [each, each.weight]);

export function drawHome(random: Random): Home {
  const { code, languages, iphoneShare } = random.weighted(byWeight);
  return { country: code, language: random.weighted(languages), iphoneShare };
}
