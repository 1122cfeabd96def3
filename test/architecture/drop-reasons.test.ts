/** A drop reason is told in four places beside its declaration. These tests point at those that were forgotten. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCheckWords } from '../../dashboard/pages/health/checks.ts';
import { type DropReason, dropReasons } from '../../src/contract/drop-reasons.ts';
import { dropChecks } from '../../src/reports/tracking-health.ts';

const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe.each(Object.keys(dropReasons) as DropReason[])('the drop reason %s', (reason) => {
  const { check, isExpected } = dropChecks[reason];

  it('has words on the health page of the dashboard', () => {
    const { meaning, isLeftOut = false } = findCheckWords(check);
    expect({ meaning, isLeftOut }).toEqual({ meaning: expect.stringMatching(/./), isLeftOut: isExpected });
  });

  it('is in the table of docs/definitions.md, with its check', () => {
    expect(readText('docs/definitions.md')).toContain(`| \`${reason}\` | \`${check}\` | `);
  });

  it('is in the table of docs/guides/tracking.md', () => {
    expect(readText('docs/guides/tracking.md')).toContain(`\n| \`${reason}\` | `);
  });
});
