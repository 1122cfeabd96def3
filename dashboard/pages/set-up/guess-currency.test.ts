import { expect, it } from 'vitest';
import { guessCurrency } from './guess-currency.ts';

it.each([
  ['Europe/Berlin', 'EUR'],
  ['Europe/London', 'GBP'],
  ['Australia/Perth', 'AUD'],
  ['Asia/Calcutta', 'INR'],
  ['America/New_York', 'USD'],
  ['UTC', 'USD'],
])('takes people in %s to pay in %s', (zone, currency) => {
  expect(guessCurrency(zone)).toBe(currency);
});
