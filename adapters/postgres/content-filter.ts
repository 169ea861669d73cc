import type { ContentFilter } from '../../core/index.ts';
import type { Value } from './statement.ts';

/** A filter as part of a statement. */
export interface FilterClause {
  /** Which conditions there are; equal for equal text. */
  readonly name: string;
  /** The conditions joined by `and`, or ''; their placeholders begin with `$first`. */
  readonly text: (first: number) => string;
  /** What the caller asked for, which comes first among the values. */
  readonly asked: readonly string[];
  /** The scope. It tells who asked. */
  readonly scoped: readonly Value[];
}

/** The text depends on which conditions there are, never on what they compare with. */
export const filterClause = ({
  status,
  collectionId,
  visibility: { publishedOnly, activeCollectionsOnly, scope },
}: ContentFilter): FilterClause => {
  const shape: Shape = {
    status: status !== undefined,
    collection: collectionId !== undefined,
    published: publishedOnly,
    active: activeCollectionsOnly,
    scope: scope === 'all' ? 'all' : scope.length === 1 ? 'one' : 'some',
  };
  return {
    name: nameOf(shape),
    text: (first) => textOf(shape, first),
    asked: [status, collectionId].filter((value) => value !== undefined),
    scoped: scope === 'all' ? [] : scope.length === 1 ? scope : [scope],
  };
};

/** Which conditions a filter has. */
interface Shape {
  readonly status: boolean;
  readonly collection: boolean;
  readonly published: boolean;
  readonly active: boolean;
  readonly scope: 'all' | 'one' | 'some';
}

const nameOf = ({ status, collection, published, active, scope }: Shape): string =>
  [
    status && 'status',
    collection && 'collection',
    published && 'published',
    active && 'active',
    scope !== 'all' && scope,
  ]
    .filter((part) => part !== false)
    .join('_');

const textOf = ({ status, collection, published, active, scope }: Shape, first: number): string => {
  let count = first - 1;
  const next = (): string => `$${(count += 1)}`;
  return [
    status && `status = ${next()}`,
    collection && `collection_id = ${next()}`,
    published && `status = 'published'`,
    active && 'collection_id <> all (array(select id from collections where not is_active))',
    scope === 'one' && `collection_id = ${next()}`,
    scope === 'some' && `collection_id = any (${next()})`,
  ]
    .filter((condition) => condition !== false)
    .join(' and ');
};
