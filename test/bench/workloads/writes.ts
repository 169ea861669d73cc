import { randomBytes } from 'node:crypto';
import { alternatingRounds } from '../alternating-rounds.ts';
import { figuresOf } from '../comparison.ts';
import { drive } from '../driver/drive.ts';
import type { CreateRequests, MixedRequests, PageRequests } from '../driver/load.ts';
import { measureRate, type Rate } from '../rate.ts';
import { median, type Row } from '../row.ts';
import type { Service } from '../servers/service.ts';
import { openSubjects } from '../subject.ts';
import type { Conditions, Workload } from '../workload.ts';

/** How many of the newest items are updated. */
const hot = 1_000;

type WritesOf = (conditions: Conditions, service: Service) => MixedRequests | CreateRequests;

const updatesOf: WritesOf = ({ data }, { token }) => ({
  kind: 'mixed',
  data,
  writes: 1,
  hot,
  token,
});

/** Of drafts: lists of what is published stay the same. */
const creationsOf: WritesOf = ({ data }, { token }) => ({
  kind: 'create',
  data,
  token,
  run: randomBytes(4).toString('hex'),
});

const counts = ['one instance', 'two instances', 'three instances'];

/** How long an update takes: other instances do not matter, because writers do nothing for readers. */
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
      if (index === 0) return row;
      return { ...row, reference: alone, target: { comparison: 'at most', value: 1.1 } };
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

/** Lists while others write as fast as they can. */
interface Storm {
  readonly name: string;
  readonly instances: number;
  readonly pages: Pick<PageRequests, 'status' | 'grows'>;
  readonly writesOf: WritesOf;
  readonly connections: number;
  readonly titles: { readonly lists: string; readonly writes: string };
}

const stormOf = (storm: Storm): Workload => ({
  name: storm.name,
  measure: async (conditions) => {
    const { rounds, seconds, connections, data } = conditions;
    await using subjects = await openSubjects(conditions, storm.instances, { cache: true });
    const { services } = subjects;
    const pages: PageRequests = {
      kind: 'pages',
      data,
      limit: 50,
      from: 0,
      step: 50,
      count: hot / 50,
      ...storm.pages,
    };
    const list = (): Promise<Rate> =>
      measureRate(services, { seconds, connections, requests: pages });
    const write = (): Promise<Rate> =>
      measureRate(services, {
        seconds,
        connections: storm.connections,
        requests: storm.writesOf(conditions, services[0]),
      });
    const alone: Rate[] = [];
    const beside: Rate[] = [];
    const writes: Rate[] = [];
    await alternatingRounds(rounds, [
      async () => alone.push(await list()),
      async () => {
        const [listed, written] = await Promise.all([list(), write()]);
        beside.push(listed);
        writes.push(written);
      },
    ]);
    return [
      {
        title: storm.titles.lists,
        unit: 'req/s',
        ...figuresOf(beside, { name: 'own, alone', rates: alone }),
      },
      {
        title: storm.titles.writes,
        unit: 'req/s',
        values: writes.map(({ perSecond }) => perSecond),
      },
    ];
  },
});

export const updateStorm: Workload = stormOf({
  name: 'update-storm',
  instances: 2,
  pages: {},
  writesOf: updatesOf,
  connections: 4,
  titles: {
    lists: 'list of 50, two instances, cache on, while its items are updated',
    writes: 'updates beside these lists, on four connections',
  },
});

const creations = { instances: 1, writesOf: creationsOf, connections: 1 } as const;

export const createStorm: Workload = stormOf({
  ...creations,
  name: 'create-storm',
  pages: { grows: true },
  titles: {
    lists: 'list of 50, cache on, while items are created in it',
    writes: 'creations beside these lists, on one connection',
  },
});

export const draftStorm: Workload = stormOf({
  ...creations,
  name: 'draft-storm',
  pages: { status: 'published' },
  titles: {
    lists: 'list of 50 published items, cache on, while drafts are created',
    writes: 'drafts beside these lists, on one connection',
  },
});
