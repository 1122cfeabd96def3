import { describe, expect, it } from 'vitest';
import {
  completeSteps,
  joinSteps,
  moveStep,
  parseStep,
  splitSteps,
  windowChoices,
  writeStep,
} from './steps.ts';

describe('steps of a funnel', () => {
  it('are written as the API takes them, commas and all', () => {
    const steps = ['page:/a,b', 'goal:sign up', 'page:/docs/*', 'goal:a:b'];
    expect(splitSteps(joinSteps(steps))).toEqual(steps);
    expect(steps.map(parseStep).map(writeStep)).toEqual(steps);
    expect(joinSteps(['page:/a,b', 'goal:x'])).toBe('page:/a\\,b,goal:x');
  });

  it('leave out those without a value yet', () => {
    const steps = [parseStep('page:/a '), parseStep('goal:'), parseStep('page:  ')];
    expect(completeSteps(steps)).toEqual([{ kind: 'page', value: '/a' }]);
  });

  it('move up and down', () => {
    const steps = ['page:/a', 'page:/b', 'page:/c'].map(parseStep);
    const moved = (index: number, by: -1 | 1) => moveStep(steps, index, by).map(({ value }) => value);
    expect(moved(2, -1)).toEqual(['/a', '/c', '/b']);
    expect(moved(0, 1)).toEqual(['/b', '/a', '/c']);
  });

  it('offer a window of any length that was saved', () => {
    expect(windowChoices(36).map(([hours]) => hours)).toEqual([1, 24, 36, 168, 720, 2160]);
    expect(windowChoices(24)).toHaveLength(5);
  });
});
