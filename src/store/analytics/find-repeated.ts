import { DerivedOnce, type DialectName, Either, type Part, Sql } from './sql.ts';

/**
 * What a statement names in several places, each after those that it reads. What is in another that is named twice is
 * there once, as the other is worked out once.
 */
export function findRepeated(statement: Sql, dialect: DialectName): DerivedOnce[] {
  const found = new Set<DerivedOnce>();
  const repeated = new Set<DerivedOnce>();
  const visitAll = ({ values }: Sql): void => values.forEach(visit);
  const visit = (part: Part): void => {
    if (part instanceof Sql) visitAll(part);
    if (part instanceof Either) visitAll(part.spellings[dialect]);
    if (!(part instanceof DerivedOnce)) return;
    if (found.has(part)) repeated.add(part);
    else visitAll(part.rows);
    found.add(part);
  };
  visitAll(statement);
  return [...found].filter((derived) => repeated.has(derived));
}
