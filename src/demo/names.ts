const firstNames =
  'Ada Ben Carla David Elif Farid Greta Hugo Ines Jonas Karin Luca Mara Nils Olga Paul Rosa Samir Tilda Yusuf';
const lastNames =
  'Abel Brandt Conti Duarte Eriksen Fischer Garcia Hoffman Ivanova Jansen Keller Laurent Moreau Novak Okafor';

/** Customers are called the same each time; the name follows from the ID, which nobody draws twice. */
export function nameCustomer(visitorId: string): string {
  const number = Number.parseInt(visitorId.slice(0, 8), 16);
  const first = firstNames.split(' ');
  const last = lastNames.split(' ');
  return `${first[number % first.length]} ${last[Math.floor(number / first.length) % last.length]}`;
}
