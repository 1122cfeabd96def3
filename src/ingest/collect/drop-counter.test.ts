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
