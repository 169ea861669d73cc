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
  readonly requests: (place: Place) => Promise<Requests> | Requests;
  /** Without it, the same as `requests`. */
  readonly referenceRequests?: Comparison['requests'];
}

/** Where a load is sent. */
export interface Place {
  readonly service: Service;
  readonly data: DataSet;
}

/**
 * Measures in rounds: each starts the service and the reference, and measures both, in alternating order. Not once for
 * all rounds: of the same program, one process can be a fifth faster than the next one.
 */
export const workloadOf = (comparison: Comparison): Workload => ({
  name: comparison.name,
  measure: async (conditions) => {
    const { title, reference, target } = comparison;
    const own: Rate[] = [];
    const others: Rate[] = [];
    for (let round = 0; round < conditions.rounds; round += 1) {
      const rates = await compare(comparison, conditions, round % 2 === 0);
      own.push(rates.own);
      others.push(rates.other);
    }
    const figures = figuresOf(own, {
      name: reference === 'itself' ? 'own' : reference,
      rates: others,
    });
    return [{ title, unit: 'req/s', ...figures, ...(target !== undefined && { target }) }];
  },
});

const compare = async (
  { cache, reference, requests, referenceRequests = requests }: Comparison,
  conditions: Conditions,
  isOwnFirst: boolean,
): Promise<{ own: Rate; other: Rate }> => {
  const { resources, seconds, connections, data } = conditions;
  await using subject = await openSubject(conditions, { cache });
  const { service } = subject;
  await using stack = new AsyncDisposableStack();
  const server: ServerProcess =
    reference === 'itself'
      ? service
      : stack.use(await startReference(reference, { resources, data, origin: service }));
  const measure = async (at: ServerProcess, asked: Comparison['requests']): Promise<Rate> =>
    measureRate([at], { seconds, connections, requests: await asked({ service, data }) });
  const measureOwn = () => measure(service, requests);
  const measureOther = () => measure(server, referenceRequests);
  return isOwnFirst
    ? { own: await measureOwn(), other: await measureOther() }
    : { other: await measureOther(), own: await measureOwn() };
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
