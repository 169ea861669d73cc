import type { Requests } from './driver/load.ts';
import type { DataSet } from './data/posts.ts';
import { measureRate, type Rate } from './rate.ts';
import type { Row, Target } from './row.ts';
import { startReference, type ReferenceName } from './servers/references.ts';
import type { ServerProcess } from './servers/server-process.ts';
import type { Service } from './servers/service.ts';
import { openSubject } from './subject.ts';
import type { Conditions, Workload } from './workload.ts';

/** A load on the service, and the same or another one on a reference. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  /** Whether the cache plugin is on. */
  readonly cache: boolean;
  /** `itself` compares two loads on the service. */
  readonly reference: ReferenceName | 'itself';
  readonly target?: Target;
  /** @returns undefined if the service does not offer what would be measured. */
  readonly requests: (place: Place) => Promise<Requests | undefined> | Requests;
  /** Without it, the same as `requests`. */
  readonly referenceRequests?: (place: Place) => Requests;
}

/** Where a load is sent. */
export interface Place {
  readonly service: Service;
  readonly data: DataSet;
}

/** Measures in rounds: each measures the service and the reference, in alternating order. */
export const workloadOf = (comparison: Comparison): Workload => ({
  name: comparison.name,
  measure: async (conditions) => [await compare(comparison, conditions)],
});

const compare = async (comparison: Comparison, conditions: Conditions): Promise<Row> => {
  const { title, cache, reference, target, requests, referenceRequests = requests } = comparison;
  const { resources, rounds, seconds, connections, data } = conditions;
  const name = reference === 'itself' ? 'own' : reference;
  const shared = { title, unit: 'req/s', ...(target !== undefined && { target }) } as const;
  await using subject = await openSubject(conditions, { cache });
  const { service } = subject;
  await using stack = new AsyncDisposableStack();
  const other: ServerProcess =
    reference === 'itself'
      ? service
      : stack.use(await startReference(reference, { resources, data, origin: service }));
  const own: Rate[] = [];
  const others: Rate[] = [];
  const sides = [
    { server: service, rates: own, requestsAt: requests },
    { server: other, rates: others, requestsAt: referenceRequests },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, rates, requestsAt } of round % 2 === 0 ? sides : sides.toReversed()) {
      const sent = await requestsAt({ service, data });
      if (sent === undefined) {
        return { ...shared, values: [], reference: { name, values: [] }, note: 'not offered' };
      }
      rates.push(await measureRate([server], { seconds, connections, requests: sent }));
    }
  }
  return { ...shared, ...figuresOf(own, { name, rates: others }) };
};

/** The parts of a row that two lists of rates give. */
export const figuresOf = (
  own: readonly Rate[],
  reference: { readonly name: string; readonly rates: readonly Rate[] },
): Pick<Row, 'values' | 'reference' | 'cpu' | 'slowest' | 'driverCpu'> => {
  const { name, rates } = reference;
  const perSecond = (list: readonly Rate[]) => list.map((rate) => rate.perSecond);
  const cpu = (list: readonly Rate[]) => list.map((rate) => rate.cpu);
  return {
    values: perSecond(own),
    reference: { name, values: perSecond(rates) },
    cpu: { own: cpu(own), reference: cpu(rates) },
    slowest: own.map(({ slowest }) => slowest),
    driverCpu: Math.max(...[...own, ...rates].map(({ driverCpu }) => driverCpu)),
  };
};
