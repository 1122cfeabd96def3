import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of a fresh clone nobody knows yet how long its files take: those that take minutes must not begin last. */
const longest = [
  /faults\/crash\.test/,
  /model\/(embedded|cluster|clickhouse\/one-server)\.test/,
  /clickhouse\/reports\.test/,
  /contract\/hostile\.test/,
  /cli\/commands\.test/,
  /dashboard\/(numbers-agree|overview-filters|settings|set-up|sharing|first-hour)\.test/,
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longest.some((name) => name.test(moduleId));
}
