import { describe, expect, it } from 'vitest';
import { readPath } from './page-address.ts';

const event = { website_id: 'ff_test', name: 'pageview' } as const;
const read = (path: string | undefined, given = {}) => readPath({ ...event, path, ...given });

describe('readPath', () => {
  it.each([
    ['/pricing', '/pricing'],
    ['/pricing?plan=pro', '/pricing'],
    ['/pricing#faq', '/pricing'],
    ['/pricing?a=b?c#d#e', '/pricing'],
    ['/app#/route?utm_source=x', '/app'],
    ['?utm_medium=', ''],
    ['', ''],
  ])('keeps of %j the path alone', (path, kept) => {
    expect(read(path)).toEqual({ body: { ...event, path: kept }, clickIds: [] });
  });

  it('leaves out what was left out', () => {
    expect(read(undefined).body).toEqual({ ...event, path: undefined });
  });

  it('fills in tags that were not given, or are blank', () => {
    const path =
      '/a?utm_source=mail&utm_medium=email&utm_campaign=fr%C3%BChling+1&utm_term=t&utm_content=c&utm_id=7';
    expect(read(path, { utm_source: 'given', utm_medium: '' }).body).toEqual({
      ...event,
      path: '/a',
      utm_source: 'given',
      utm_medium: 'email',
      utm_campaign: 'frühling 1',
      utm_term: 't',
      utm_content: 'c',
    });
  });

  it('makes tags storable', () => {
    const { body } = read(`/a?utm_source=x%00y&utm_term=${'z'.repeat(300)}&utm_content=%ff`);
    expect(body).toMatchObject({ utm_source: 'xy', utm_term: 'z'.repeat(255), utm_content: '\ufffd' });
  });

  it('names click ids', () => {
    expect(read('/a?gclid=1&msclkid=2&q=3&fbclid=4&li_fat_id=5').clickIds).toEqual([
      'gclid',
      'msclkid',
      'fbclid',
      'li_fat_id',
    ]);
  });
});
