/**
 * A panel of the dashboard names its report and some of its columns by hand. These tests point at what a new panel, or a
 * changed report, still needs elsewhere.
 */
import { describe, expect, it } from 'vitest';
import { listSharedReports } from '../../src/http/app/shared-reports.ts';
import { catalogue, dashboardReports } from '../../src/reports/catalogue.ts';
import { buildExampleRow } from '../../src/reports/columns.ts';
import type { Report } from '../../src/reports/define-report.ts';

type Row = Record<string, unknown>;

type Tab = {
  label: string;
  path: string;
  columns: readonly { name: string; kind: string }[];
  shown: readonly string[];
  textOf(row: Row): string;
};

type Dashboard = {
  panels: Record<string, { title: string; tabs: readonly Tab[] }>;
  keyOfRow(tab: Tab, row: Row): string;
};

// By a variable, because the dashboard is checked with the types of a browser, and this file with those of Node.
const file = new URL('../../dashboard/pages/overview/panels.ts', import.meta.url).href;
const { panels, keyOfRow } = (await import(file)) as Dashboard;

const tabs = Object.values(panels).flatMap((panel) =>
  panel.tabs.map((tab) => ({ name: `${panel.title}: ${tab.label}`, tab })),
);

describe.each(tabs)('the tab $name', ({ tab }) => {
  const report = findReport(tab.path);

  it('shows a report that there is', () => {
    expect(report, tab.path).toBeDefined();
  });

  it('has columns of the report, of the same kinds', () => {
    const declared = new Map(report?.columns.map(({ name, kind }) => [name, kind]));
    for (const { name, kind } of tab.columns)
      expect({ name, kind: declared.get(name) }).toEqual({ name, kind });
    const own = tab.columns.map(({ name }) => name);
    expect(own).toEqual(expect.arrayContaining([...tab.shown]));
  });

  it('can tell its rows apart (keyColumns in panels.ts)', () => {
    const row = buildExampleRow(report?.columns ?? []);
    expect(keyOfRow(tab, row)).not.toBe('');
    expect(tab.textOf(row)).not.toBe('');
  });

  it('may be asked for by a share link to the overview (src/http/app/shared-reports.ts)', () => {
    expect([...listSharedReports({ pages: ['overview'], hidesRevenue: false })]).toContain(report);
  });
});

/** As the dashboard's server finds it: by its path, by its name, or among those that only the dashboard has. */
function findReport(path: string): Report | undefined {
  return (
    catalogue.find((each) => each.path === `/${path}`) ??
    catalogue.find((each) => each.name !== null && `pixel/metrics/${each.name}` === path) ??
    dashboardReports[path.replace('pixel/analytics/', '')]
  );
}
