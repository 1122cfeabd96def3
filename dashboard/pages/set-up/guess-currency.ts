/** Zones whose continent does not tell. */
const byZone: Readonly<Record<string, string>> = {
  'Europe/London': 'GBP',
  'Europe/Belfast': 'GBP',
  'Europe/Zurich': 'CHF',
  'Europe/Stockholm': 'SEK',
  'Europe/Oslo': 'NOK',
  'Europe/Copenhagen': 'DKK',
  'Europe/Warsaw': 'PLN',
  'Europe/Prague': 'CZK',
  'Europe/Budapest': 'HUF',
  'Europe/Bucharest': 'RON',
  'Europe/Belgrade': 'RSD',
  'Europe/Kiev': 'UAH',
  'Europe/Kyiv': 'UAH',
  'Europe/Istanbul': 'TRY',
  'Europe/Moscow': 'RUB',
  'Atlantic/Reykjavik': 'ISK',
  'America/Toronto': 'CAD',
  'America/Vancouver': 'CAD',
  'America/Edmonton': 'CAD',
  'America/Winnipeg': 'CAD',
  'America/Halifax': 'CAD',
  'America/Mexico_City': 'MXN',
  'America/Sao_Paulo': 'BRL',
  'America/Argentina/Buenos_Aires': 'ARS',
  'America/Buenos_Aires': 'ARS',
  'America/Santiago': 'CLP',
  'America/Bogota': 'COP',
  'America/Lima': 'PEN',
  'Asia/Tokyo': 'JPY',
  'Asia/Seoul': 'KRW',
  'Asia/Shanghai': 'CNY',
  'Asia/Hong_Kong': 'HKD',
  'Asia/Taipei': 'TWD',
  'Asia/Singapore': 'SGD',
  'Asia/Bangkok': 'THB',
  'Asia/Jakarta': 'IDR',
  'Asia/Manila': 'PHP',
  'Asia/Kuala_Lumpur': 'MYR',
  'Asia/Ho_Chi_Minh': 'VND',
  'Asia/Saigon': 'VND',
  'Asia/Kolkata': 'INR',
  'Asia/Calcutta': 'INR',
  'Asia/Karachi': 'PKR',
  'Asia/Dubai': 'AED',
  'Asia/Riyadh': 'SAR',
  'Asia/Jerusalem': 'ILS',
  'Africa/Johannesburg': 'ZAR',
  'Africa/Lagos': 'NGN',
  'Africa/Nairobi': 'KES',
  'Africa/Cairo': 'EGP',
  'Pacific/Auckland': 'NZD',
};

/**
 * What people in a time zone mostly pay in. Languages tell less: browsers all over the world are set to English of the
 * United States. A wrong guess is changed in the field that shows it.
 */
export function guessCurrency(zone: string): string {
  const known = byZone[zone];
  if (known) return known;
  if (zone.startsWith('Europe/')) return 'EUR';
  return zone.startsWith('Australia/') ? 'AUD' : 'USD';
}
