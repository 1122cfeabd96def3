import { describe, expect, it } from 'vitest';
import { createFreshIds, freshSession, freshVisitor } from './fresh-ids.ts';

describe('fresh ids', () => {
  it('give every two requests a session and every two sessions a visitor', () => {
    const freshen = createFreshIds(40);
    const request = Buffer.from(`{"v":"${freshVisitor}","s":"${freshSession}"}`);
    const bodies = Array.from({ length: 5 }, () => JSON.parse(freshen(request).toString()));
    expect(bodies.map(({ s }) => s.slice(-3))).toEqual(['020', '020', '021', '021', '022']);
    expect(bodies.map(({ v }) => v.slice(-3))).toEqual(['010', '010', '010', '010', '011']);
    expect(request.toString()).toContain(freshVisitor);
  });
});
