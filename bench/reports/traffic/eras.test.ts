import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../src/contract/ids.ts';
import {
  buildArrivingEra,
  buildCrowdedEra,
  buildFirstEra,
  buildHistoryEra,
  findEnd,
  type Plan,
} from './eras.ts';

const dayMs = 86_400_000;
const plan: Plan = {
  events: 1e6,
  leaves: 50,
  workspaceId: 'workspace' as WorkspaceId,
  websiteIds: ['busy', 'second', 'third'],
  endsAt: Date.UTC(2026, 2, 31, 21),
};

describe('eras', () => {
  it('end at 21:00 of the last day that got so far', () => {
    expect(findEnd(Date.UTC(2026, 2, 31, 21))).toBe(plan.endsAt);
    expect(findEnd(Date.UTC(2026, 2, 31, 23, 59))).toBe(plan.endsAt);
    expect(findEnd(Date.UTC(2026, 3, 1, 20, 59))).toBe(plan.endsAt);
  });

  it('cover 90 days, today included', () => {
    const { firstDay, sessions, sessionsPerDay } = buildFirstEra(plan);
    expect(firstDay).toBe(Date.UTC(2026, 0, 1));
    expect(sessions).toBe(90 * sessionsPerDay);
    expect(1.65 * sessions).toBeCloseTo(1e6, -3);
  });

  it('go on into the past for the busy website alone, nine times the 60 days before the range', () => {
    const first = buildFirstEra(plan);
    const history = buildHistoryEra(plan);
    expect(history.websiteIds).toEqual(['busy']);
    expect(first.firstDay - history.firstDay).toBe(540 * dayMs);
    expect(history.sessions / (first.sessions * 0.5)).toBeCloseTo(6, 2);
  });

  it('crowd what the busy website has in 90 days into one day of another', () => {
    const { websiteIds, firstDay, sessions } = buildCrowdedEra(plan);
    expect({ websiteIds, firstDay }).toEqual({ websiteIds: ['second'], firstDay: Date.UTC(2026, 2, 31) });
    expect(sessions).toBe(buildFirstEra(plan).sessions / 2);
  });

  it('go on the day after with the same people, as many whatever the size', () => {
    const arriving = buildArrivingEra(plan);
    expect(arriving.firstDay).toBe(Date.UTC(2026, 3, 1));
    expect(arriving.people).toEqual(buildFirstEra(plan).people);
    expect(buildArrivingEra({ ...plan, events: 1e7 }).sessions).toBe(arriving.sessions);
  });
});
