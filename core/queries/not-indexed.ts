import type { FieldIndex, QueryField } from '../model/content/item-query.ts';
import { DomainError } from '../primitives/errors.ts';
import { candidatesMax, isSame, type Demand } from './choose-scan.ts';

/** The error for a query that would read too much. It names the fields to index. */
export const notIndexed = (
  ready: readonly FieldIndex[],
  building: readonly FieldIndex[],
  { conditions, sort }: Demand,
): DomainError => {
  const findable = conditions.filter(({ test }) => test.kind === 'among' || test.kind === 'range');
  const asked = [
    ...new Map([...findable, ...sort].map(({ field }) => [field.path, field])).values(),
  ];
  const starts = (indexes: readonly FieldIndex[], field: QueryField): boolean =>
    indexes.some(({ fields: [first] }) => isSame(field, first));
  const missing = asked.find((field) => !starts(ready, field));
  const fields = missing === undefined ? asked.slice(0, 2) : [missing];
  const names = fields.map(({ path }) => path).join(' and ');
  const message =
    fields.length === 0
      ? 'The conditions ne, contains and exists need another condition beside them'
      : `The query needs an index on ${names}`;
  const isBuilding = missing !== undefined && starts(building, missing);
  return new DomainError('not_indexed', message, {
    details: isBuilding
      ? 'The index is not ready. Try again later'
      : `Index what is named, or add a condition on an indexed field that at most ${candidatesMax} items satisfy`,
    issues: fields.map(({ path }) => ({ path, message: 'must be indexed for this query' })),
  });
};
