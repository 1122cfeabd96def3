import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { queueDeliveries } from '../store/control/queue-delivery.ts';
import { createDueSender, type Send } from './send-due.ts';

const minute = 60_000;
const workspaceId = 'ours' as WorkspaceId;
const goesOn = new AbortController().signal;

async function queue(control: Control, now: number, ...keys: string[]): Promise<void> {
  const deliveries = keys.map((onceKey) => ({
    workspaceId,
    kind: 'alert' as const,
    subjectId: 'an alert',
    onceKey,
    channel: 'webhook',
    payload: { key: onceKey },
  }));
  await queueDeliveries(control, deliveries, now);
}

describeControl('deliveries', ({ open, createDatabase }) => {
  let now: number;

  async function openWithWorkspace(database?: Parameters<typeof open>[0]): Promise<Control> {
    now = Date.UTC(2026, 2, 1);
    const control = await open(database);
    const workspace = { id: workspaceId, name: 'Ours', created_at: 0 };
    await control.db.insertInto('workspaces').values(workspace).execute();
    return control;
  }

  const createSender = (control: Control, send: Send) =>
    createDueSender({ control, clock: () => now, send: { alert: send, report: send } });
  const keyOf = (payload: unknown) => (payload as { key: string }).key;
  const stateOf = ({ db }: Control) =>
    db
      .selectFrom('deliveries')
      .select(['once_key', 'state', 'attempts', 'error'])
      .orderBy('once_key')
      .execute();

  it('are each sent once by several servers, and made once for one key', async () => {
    const database = await createDatabase();
    const control = await openWithWorkspace(database);
    const keys = Array.from({ length: 25 }, (_, n) => `key ${n}`);
    await queue(control, now, ...keys);
    await queue(control, now, ...keys);
    const sent: string[] = [];
    const send: Send = async ({ payload }) => void sent.push(keyOf(payload));
    const senders = [createSender(control, send), createSender(await open(database), send)];
    await Promise.all(senders.map((sendDue) => sendDue(goesOn)));
    expect(sent.sort()).toEqual(keys.sort());
    await senders[0]?.(goesOn);
    expect(sent).toHaveLength(keys.length);
  });

  it('are tried again, after longer and longer waits, for about a day', async () => {
    const control = await openWithWorkspace();
    await queue(control, now, 'a');
    const tried: number[] = [];
    const began = now;
    const sendDue = createSender(control, async () => {
      tried.push((now - began) / minute);
      throw new Error('Nobody is there.');
    });
    for (; now <= began + 21 * minute; now += minute) await sendDue(goesOn);
    for (now += 19 * minute; now < began + 48 * 60 * minute; now += 20 * minute) await sendDue(goesOn);
    expect(tried).toEqual([0, 1, 6, 21, 81, 261, 741, 1461]);
    expect(await stateOf(control)).toEqual([
      { once_key: 'a', state: 'failed', attempts: 8, error: 'Nobody is there.' },
    ]);
  });

  it('are given up at once where they are refused, and keep no others back', async () => {
    const control = await openWithWorkspace();
    await queue(control, now, 'a', 'b', 'c');
    const sendDue = createSender(control, async ({ payload }) => {
      if (keyOf(payload) === 'a') throw new DeliveryRefused('No such address.');
      if (keyOf(payload) === 'b') throw new Error('Busy.');
    });
    await sendDue(goesOn);
    expect(await stateOf(control)).toEqual([
      { once_key: 'a', state: 'failed', attempts: 1, error: 'No such address.' },
      { once_key: 'b', state: 'waiting', attempts: 1, error: 'Busy.' },
      { once_key: 'c', state: 'sent', attempts: 1, error: null },
    ]);
  });

  it('are taken over from a server that died while sending', async () => {
    const control = await openWithWorkspace();
    await queue(control, now, 'a');
    const dead = createSender(control, () => new Promise(() => {}));
    void dead(goesOn);
    await expect.poll(async () => (await stateOf(control))[0]?.attempts).toBe(1);
    let sent = 0;
    const alive = createSender(control, async () => void sent++);
    await alive(goesOn);
    expect(sent).toBe(0);
    now += 10 * minute;
    await alive(goesOn);
    expect(sent).toBe(1);
  });
});
