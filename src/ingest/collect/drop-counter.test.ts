import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../contract/ids.ts';
import { createDropCounter, type Drop } from './drop-counter.ts';

const drop: Drop = {
  workspaceId: 'one' as WorkspaceId,
  websiteId: 'ff_one',
  reason: 'bot',
  host: 'a.example',
  at: 1,
};

describe('the drop counter', () => {
  it('adds up one website and reason, with the last time and host', () => {
    const counter = createDropCounter();
    counter.count(drop);
    counter.count({ ...drop, host: 'b.example', at: 2 });
    counter.count({ ...drop, host: 'c.example', at: 3 });
    expect(counter.take()).toEqual([{ ...drop, host: 'c.example', at: 3, hits: 3 }]);
  });

  it('keeps foreign domains apart, up to a number that no sender can raise', () => {
    const counter = createDropCounter();
    const foreign: Drop = { ...drop, reason: 'foreign_domain' };
    for (let i = 0; i < 100; i += 1) counter.count({ ...foreign, host: `${i % 50}.example` });
    const taken = counter.take();
    expect(taken).toHaveLength(21);
    expect(taken[0]).toEqual({ ...foreign, host: '0.example', hits: 2 });
    expect(taken.reduce((sum, { hits }) => sum + hits, 0)).toBe(100);
    counter.count({ ...foreign, host: 'later.example' });
    expect(counter.take()).toEqual([{ ...foreign, host: 'later.example', hits: 1 }]);
  });

  it('keeps workspaces, websites and reasons apart', () => {
    const counter = createDropCounter();
    const drops: Drop[] = [
      drop,
      { ...drop, reason: 'local' },
      { ...drop, websiteId: 'ff_two' },
      { ...drop, workspaceId: 'two' as WorkspaceId },
    ];
    for (const each of drops) counter.count(each);
    expect(counter.take()).toEqual(drops.map((each) => ({ ...each, hits: 1 })));
  });

  it('gives each count once', () => {
    const counter = createDropCounter();
    expect(counter.take()).toEqual([]);
    counter.count(drop);
    expect(counter.take()).toHaveLength(1);
    expect(counter.take()).toEqual([]);
    counter.count(drop);
    expect(counter.take()).toEqual([{ ...drop, hits: 1 }]);
  });
});
