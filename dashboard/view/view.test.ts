import { describe, expect, it } from 'vitest';
import { buildSearch, buildSharedSearch, defaultView, parseView, type View } from './view.ts';

const full: View = {
  period: { from: '2026-02-01', to: '2026-02-28' },
  comparison: 'year',
  versus: { name: 'Phones & co', filters: { device: { operator: 'is_not', values: ['desktop'] } } },
  zone: 'Europe/Berlin',
  filters: {
    country: { operator: 'is', values: ['DE', 'FR'] },
    page: { operator: 'contains_not', values: ['/a,b', '/c d', 'is:x', 'ü&='] },
    utm_campaign: { operator: 'matches', values: ['^spring-\\d+$'] },
  },
  model: 'linear',
  currency: 'USD',
  metric: 'revenue',
  granularity: 'week',
  tabs: { pages: 'exit', sources: 'utm-source' },
  details: 'pages',
  own: { steps: 'page:/a\\,b,goal:x y', window: '24' },
  dress: { embed: true, theme: 'dark' },
};

describe('the address of a view', () => {
  it('is empty for the default view, and the other way round', () => {
    expect(buildSearch(defaultView)).toBe('');
    expect(parseView('')).toEqual(defaultView);
  });

  it('tells all of a view', () => {
    expect(parseView(buildSearch(full))).toEqual(full);
  });

  it('takes a segment without filters for everyone, and one without a name for none', () => {
    expect(parseView('?versus=Everyone').versus).toEqual({ name: 'Everyone', filters: {} });
    expect(parseView('?vs.country=is:DE').versus).toBeUndefined();
  });

  it.each(['today', 'yesterday', '7d', '30d', '90d', 'month', 'last-month', 'year', '12mo'] as const)(
    'keeps the preset %s as such, so that it moves on with time',
    (period) => {
      expect(buildSearch({ ...defaultView, period })).toBe(`period=${period}`);
      expect(parseView(`?period=${period}`).period).toBe(period);
    },
  );

  it('can be read by people', () => {
    const filters = { page: { operator: 'starts_with', values: ['/blog/', '/docs'] } } as const;
    expect(buildSearch({ ...defaultView, filters })).toBe('page=starts_with:/blog/,/docs');
  });

  it('keeps how it is embedded', () => {
    expect(buildSearch(parseView('?embed&theme=light&period=7d'))).toBe('period=7d&embed&theme=light');
    expect(buildSearch(parseView('?embed'))).toBe('embed');
    expect(parseView('?theme=red').dress).toEqual({ embed: false, theme: undefined });
  });

  it('takes what makes no sense as not given', () => {
    const written =
      'period=ever&from=2026-02-30&to=2026-03-01&compare=x&tz=Mars/Base&metric=toString&model=constructor&currency=gold&by=minute&country=is:&planet=is:Mars';
    expect(parseView(written)).toEqual(defaultView);
    expect(parseView('from=2026-03-02&to=2026-03-01').period).toBeUndefined();
  });

  it('takes a filter without an operator as the API does', () => {
    expect(parseView('country=DE,FR').filters).toEqual({ country: { operator: 'is', values: ['DE', 'FR'] } });
    expect(parseView('referrer=a:b').filters).toEqual({ referrer: { operator: 'is', values: ['a:b'] } });
  });

  it('leaves to other pages what they look at too', () => {
    const { period, comparison, versus, zone, filters, model, currency, dress } = full;
    const shared = { ...defaultView, period, comparison, versus, zone, filters, model, currency, dress };
    expect(parseView(buildSharedSearch(full))).toEqual(shared);
  });
});
