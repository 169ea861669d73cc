import { measureRate, type Exchange, type Rate } from '../driver/driver.ts';
import { creations, items, notModified, pages } from '../driver/exchanges.ts';
import { mixedExchanges } from '../driver/mixed-exchanges.ts';
import { startReference, type ReferenceName } from '../servers/references.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { openServices, type Service, type Services } from '../servers/service.ts';
import { rateRow } from '../table.ts';
import type { Conditions, Workload } from '../workload.ts';

/** Makes the requests of one measurement. */
type Requests = (rows: number, service: Service) => (() => Exchange) | Promise<() => Exchange>;

/** A load on the service, and the same or another one on a reference. */
interface Comparison {
  readonly title: string;
  /** Whether the plugin `cache` is on. */
  readonly cache: boolean;
  /** `own` compares two loads on the service. */
  readonly reference: ReferenceName | 'own';
  /** The least ratio that is wanted. */
  readonly target: number;
  readonly requests: Requests;
  /** Default: `requests`. */
  readonly referenceRequests?: Requests;
}

const cached = (title: string, target: number, requests: Requests): Comparison => {
  return { title, cache: true, reference: 'bare', target, requests };
};

const uncached = (title: string, target: number, requests: Requests): Comparison => {
  return { title, cache: false, reference: 'direct', target, requests };
};

const lists =
  (from: number, count: number): Requests =>
  (rows) =>
    pages({ rows, from, count });

const byId =
  (count: number): Requests =>
  (rows) =>
    items(rows, count);

const mixed: Requests = (rows, { token }) => mixedExchanges({ rows, writes: 0.05, token });

const notModifiedList: Comparison = {
  title: 'list of 50, not modified',
  cache: true,
  reference: 'own',
  target: 1.3,
  requests: (_, { url }) => notModified(url),
  referenceRequests: lists(0, 10),
};

export const comparisons = {
  'list-hit': cached('list of 50, cache on', 0.65, lists(0, 10)),
  'list-304': notModifiedList,
  'by-id-hit': cached('by id, cache on', 0.6, byId(500)),
  list: uncached('list of 50, cache off, distinct pages', 1.5, lists(0, 500)),
  'list-same': uncached('list of 50, cache off, identical requests', 3, lists(0, 1)),
  'by-id': uncached('by id, cache off', 1, byId(5_000)),
  'list-deep': uncached('list of 50 at offset 9,000, cache off', 1.5, lists(9_000, 500)),
  create: uncached('create', 0.5, (_, { token }) => creations(token)),
  mix: uncached('95 % reads, 5 % updates, cache off', 1, mixed),
  'mix-hit': { ...uncached('95 % reads, 5 % updates, cache on', 1.5, mixed), cache: true },
} satisfies Record<string, Comparison>;

/** All loads by name. */
export const loads = {
  ...comparisons,
  update: {
    title: 'update',
    cache: false,
    requests: (rows, { token }) => mixedExchanges({ rows, writes: 1, token }),
  },
} satisfies Record<string, Pick<Comparison, 'title' | 'cache' | 'requests'>>;

/** Sends the load of a comparison to the service, or to another server with the same posts. */
export const sendLoad = async (
  { requests }: Pick<Comparison, 'requests'>,
  { rows, seconds, connections }: Pick<Conditions, 'rows' | 'seconds' | 'connections'>,
  service: Service,
  server: ServerProcess = service,
): Promise<Rate> => {
  const next = await requests(rows, service);
  return measureRate({ servers: [server], connections, next, seconds });
};

/**
 * Measures in rounds: each starts the service and the reference, and measures both, in alternating order. Not once for
 * all rounds: of the same program, one process can be a fifth faster than the next one.
 */
const workloadOf =
  (comparison: Comparison): Workload =>
  async (conditions) => {
    const { title, cache, reference, target, requests } = comparison;
    const { referenceRequests = requests } = comparison;
    const own: Rate[] = [];
    const other: Rate[] = [];
    for (let round = 0; round < conditions.rounds; round += 1) {
      await using opened = await openServices(conditions, 1, cache);
      await using stack = new AsyncDisposableStack();
      const [service] = opened.services;
      const server =
        reference === 'own'
          ? service
          : stack.use(await startReference(conditions, reference, service));
      const sides = [
        async () => own.push(await sendLoad(comparison, conditions, service)),
        async () =>
          other.push(await sendLoad({ requests: referenceRequests }, conditions, service, server)),
      ];
      for (const measure of round % 2 === 0 ? sides : sides.toReversed()) await measure();
    }
    return [rateRow(title, own, reference, other, { min: target })];
  };

export const comparisonWorkloads: Readonly<Record<string, Workload>> = Object.fromEntries(
  Object.entries(comparisons).map(([name, comparison]) => [name, workloadOf(comparison)]),
);

type Open = () => Promise<Services>;

/**
 * In each round, starts two services anew, and sends the same load to one, the other, the other again, and the one: so
 * a machine that gets slower meanwhile slows both.
 */
export const measureBoth = async (
  conditions: Conditions,
  load: Pick<Comparison, 'requests'>,
  [openOne, openOther]: readonly [Open, Open],
): Promise<readonly [one: readonly Rate[], other: readonly Rate[]]> => {
  const rates: readonly [Rate[], Rate[]] = [[], []];
  for (let round = 0; round < conditions.rounds; round += 1) {
    await using one = await openOne();
    await using other = await openOther();
    const sides = [one, other].map(({ services: [service] }, index) => async () => {
      rates[index]!.push(await sendLoad(load, conditions, service));
    });
    for (const measure of [...sides, ...sides.toReversed()]) await measure();
  }
  return rates;
};
