import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

function createAnswers() {
  const shared = createSingleFlight<string>();
  const asked: { resolve(answer: string): void; reject(error: Error): void; signal: AbortSignal }[] = [];
  const ask = (key: string, signal?: AbortSignal) =>
    shared.ask(
      key,
      (own) => new Promise((resolve, reject) => asked.push({ resolve, reject, signal: own })),
      signal,
    );
  return { shared, asked, ask };
}

describe('identical questions', () => {
  it('are asked once while they are under way, and again afterwards', async () => {
    const { asked, ask } = createAnswers();
    const answers = [ask('a'), ask('a'), ask('b'), ask('a')];
    expect(asked).toHaveLength(2);
    asked[0]?.resolve('one');
    asked[1]?.resolve('two');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'two', 'one']);
    const later = ask('a');
    expect(asked).toHaveLength(3);
    asked[2]?.resolve('three');
    expect(await later).toBe('three');
  });

  it('fail together, and are asked anew afterwards', async () => {
    const { asked, ask } = createAnswers();
    const answers = [ask('a'), ask('a')];
    asked[0]?.reject(new Error('no'));
    await Promise.all(answers.map((answer) => expect(answer).rejects.toThrow('no')));
    const later = ask('a');
    asked[1]?.resolve('yes');
    expect(await later).toBe('yes');
  });

  it('are cancelled when the last who waits has left', async () => {
    const { asked, ask } = createAnswers();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask('a', first.signal), ask('a', second.signal)];
    first.abort();
    await expect(answers[0]).rejects.toThrow('cancelled');
    expect(asked[0]?.signal.aborted).toBe(false);
    second.abort();
    await expect(answers[1]).rejects.toThrow('cancelled');
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('do not join one that is being cancelled, and do not start for who has left', async () => {
    const { asked, ask } = createAnswers();
    const leaving = new AbortController();
    const first = ask('a', leaving.signal);
    leaving.abort();
    await expect(first).rejects.toThrow('cancelled');
    const second = ask('a');
    expect(asked).toHaveLength(2);
    asked[0]?.reject(new Error('late'));
    asked[1]?.resolve('fresh');
    expect(await second).toBe('fresh');
    await expect(ask('a', leaving.signal)).rejects.toThrow('cancelled');
    expect(asked).toHaveLength(2);
  });

  it('go on for one who cannot leave', async () => {
    const { asked, ask } = createAnswers();
    const leaving = new AbortController();
    const answers = [ask('a', leaving.signal), ask('a')];
    leaving.abort();
    await expect(answers[0]).rejects.toThrow('cancelled');
    asked[0]?.resolve('one');
    expect(await answers[1]).toBe('one');
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  it('are not shared across a change of rows', async () => {
    const { shared, asked, ask } = createAnswers();
    const before = ask('a');
    shared.invalidate();
    const after = [ask('a'), ask('a')];
    expect(asked).toHaveLength(2);
    asked[0]?.resolve('old');
    asked[1]?.resolve('new');
    expect(await before).toBe('old');
    expect(await Promise.all(after)).toEqual(['new', 'new']);
  });
});
