import { describe, expect, it } from 'vitest';
import { automaticNames } from '../../contract/automatic-names.ts';
import { findAutomaticName } from './automatic-events.ts';

describe('what the script captured by itself', () => {
  it.each(automaticNames)('says so: %s', (name) => {
    expect(findAutomaticName({ t: name, p: { url: '/a.pdf' } })).toBe(name);
    expect(findAutomaticName({ t: name })).toBe(name);
  });

  it.each([
    ['outbound', { url: 'https://other.example/' }],
    ['download', { url: '/a.pdf' }],
    ['form', { id: null }],
  ])('is told of an older script by its name and property: %s', (n, p) => {
    expect(findAutomaticName({ t: 'custom', n, p })).toBe(n);
  });

  it.each([
    { t: 'track', n: 'download', p: { url: '/a.pdf' } },
    { t: 'track', n: 'form', p: { id: 'contact' } },
    { t: 'custom', n: 'download', p: { file: 'a.pdf' } },
    { t: 'custom', n: 'download', p: { url: '/a.pdf', plan: 'pro' } },
    { t: 'custom', n: 'form' },
    { t: 'custom', n: 'signup', p: { url: '/a.pdf' } },
    { t: 'goal', n: 'outbound', p: { url: '/a.pdf' } },
    { t: 'pageview' },
  ])('is nothing that the page sends: %o', (message) => {
    expect(findAutomaticName(message)).toBeUndefined();
  });
});
