import { expect, it } from 'vitest';
import { catalogue } from '../../src/reports/catalogue.ts';
import { modelOf, reportKeys } from './model.ts';

it('has every report of the catalogue, with its dates, filters and limit', () => {
  const modelled = reportKeys.map((key) => {
    const { path, name, title, dates, takesFilters, limit } = modelOf(key);
    return { path, name, title, dates, takesFilters, limit };
  });
  const declared = catalogue.map(({ path, name, title, dates, takesFilters, defaultLimit }) => ({
    ...{ path, name, title: path === null && name === null ? title : undefined },
    ...{ dates, takesFilters, limit: defaultLimit },
  }));
  const inOrder = (reports: typeof declared) => reports.map((each) => JSON.stringify(each)).toSorted();
  expect(inOrder(modelled)).toEqual(inOrder(declared));
});
