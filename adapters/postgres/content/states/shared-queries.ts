import type { Seen, StampedQuery } from '../../basis.ts';
import { sharedReads, type SharedRead } from '../../connection/shared-reads.ts';

/** Runs a query with stamps. */
export type RunQuery = <Row, Value>(sent: StampedQuery<Row, Value>) => Promise<Seen<Value>>;

type AnyQuery = StampedQuery<never, unknown>;

interface OpenQuery {
  readonly read: SharedRead<AnyQuery, Seen<unknown>>;
  readers: number;
}

/**
 * Equal queries share a statement and what is made of its rows; see {@link sharedReads}. Different ones do not
 * wait for each other. Queries with equal statements must make the same of equal rows.
 */
export const sharedQueries = (run: RunQuery): RunQuery => {
  const open = new Map<string, OpenQuery>();
  return async <Row, Value>(sent: StampedQuery<Row, Value>): Promise<Seen<Value>> => {
    const name = nameOf(sent);
    const shared = open.get(name) ?? {
      read: sharedReads({ load: loadWith(run), nameOf }),
      readers: 0,
    };
    open.set(name, shared);
    shared.readers += 1;
    try {
      return (await shared.read(sent)) as Seen<Value>;
    } finally {
      shared.readers -= 1;
      if (shared.readers === 0) open.delete(name);
    }
  };
};

const loadWith =
  (run: RunQuery) =>
  async (all: readonly AnyQuery[]): Promise<ReadonlyMap<string, Seen<unknown>>> =>
    new Map(await Promise.all(all.map(async (sent) => [nameOf(sent), await run(sent)] as const)));

const nameOf = ({
  statement,
  values,
  request,
}: Pick<AnyQuery, 'statement' | 'values' | 'request'>): string =>
  JSON.stringify([statement.name, values, request]);
