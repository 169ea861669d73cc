import { alternatingRounds } from '../alternating-rounds.ts';
import { figuresOf } from '../comparison.ts';
import { drive } from '../driver/drive.ts';
import type { MixedRequests, PageRequests } from '../driver/load.ts';
import { measureRate, type Rate } from '../rate.ts';
import { median, type Row } from '../row.ts';
import type { Service } from '../servers/service.ts';
import { openSubjects } from '../subject.ts';
import type { Conditions, Workload } from '../workload.ts';

/** How many of the newest items are updated. */
const hot = 1_000;

const updatesOf = ({ data }: Conditions, { token }: Service): MixedRequests => ({
  kind: 'mixed',
  data,
  writes: 1,
  hot,
  token,
});

const counts = ['one instance', 'two instances', 'three instances'];

/** How long an update takes: with several instances, each other one confirms it first. */
export const update: Workload = {
  name: 'update',
  measure: async (conditions) => {
    const times = counts.map((): number[] => []);
    for (let round = 0; round < conditions.rounds; round += 1) {
      for (const [index, measured] of times.entries()) {
        await using subjects = await openSubjects(conditions, index + 1, { cache: true });
        measured.push(await updateTime(conditions, subjects.services[0]));
      }
    }
    const alone = { name: 'one instance', values: times[0] ?? [] };
    return times.map((values, index): Row => {
      const row = { title: `update, ${counts[index]}`, unit: 'ms', values } as const;
      return index === 0 ? row : { ...row, reference: alone };
    });
  },
};

/** The median on one connection, in ms. */
const updateTime = async (conditions: Conditions, service: Service): Promise<number> => {
  const { seconds } = conditions;
  const { latencies } = await drive({
    urls: [service.url],
    pids: [service.pid],
    connections: 1,
    warmSeconds: seconds,
    seconds,
    requests: updatesOf(conditions, service),
  });
  return median(latencies);
};

const stormConnections = 4;

/** Lists on two instances while the items in them are updated as fast as possible. */
export const updateStorm: Workload = {
  name: 'update-storm',
  measure: async (conditions) => {
    const { rounds, seconds, connections, data } = conditions;
    await using subjects = await openSubjects(conditions, 2, { cache: true });
    const { services } = subjects;
    const pages: PageRequests = {
      kind: 'pages',
      data,
      limit: 50,
      from: 0,
      step: 50,
      count: hot / 50,
    };
    const list = (): Promise<Rate> =>
      measureRate(services, { seconds, connections, requests: pages });
    const storm = async (): Promise<number> => {
      const { requests, seconds: taken } = await drive({
        urls: services.map(({ url }) => url),
        pids: [],
        connections: stormConnections,
        warmSeconds: Math.min(2, seconds),
        seconds,
        requests: updatesOf(conditions, services[0]),
      });
      return requests / taken;
    };
    const alone: Rate[] = [];
    const beside: Rate[] = [];
    const stored: number[] = [];
    await alternatingRounds(rounds, [
      async () => alone.push(await list()),
      async () => {
        const [listed, updated] = await Promise.all([list(), storm()]);
        beside.push(listed);
        stored.push(updated);
      },
    ]);
    return [
      {
        title: 'list of 50, two instances, while its items are updated',
        unit: 'req/s',
        ...figuresOf(beside, { name: 'own, alone', rates: alone }),
      },
      { title: 'updates beside these lists, on four connections', unit: 'req/s', values: stored },
    ];
  },
};
