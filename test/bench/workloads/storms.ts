import { measureRate, type Exchange } from '../driver/driver.ts';
import { creations, pages, type PageRequests } from '../driver/exchanges.ts';
import { hot, mixedExchanges } from '../driver/mixed-exchanges.ts';
import { openServices } from '../servers/service.ts';
import { rateRow, valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

/** Lists while others write as fast as they can. */
interface Storm {
  readonly lists: string;
  readonly writes: string;
  readonly instances: number;
  readonly pages?: Pick<PageRequests, 'status' | 'grows'>;
  /** How many connections write. */
  readonly writers: number;
  readonly requests: (rows: number, token: string) => () => Exchange;
}

const stormOf =
  (storm: Storm): Workload =>
  async (conditions) => {
    const { rounds, seconds, connections, rows } = conditions;
    await using opened = await openServices(conditions, storm.instances, true);
    const { services } = opened;
    const [{ token }] = services;
    const list = () => {
      const next = pages({ rows, step: 50, count: hot / 50, ...storm.pages });
      return measureRate({ servers: services, connections, next, seconds });
    };
    const write = () => {
      const next = storm.requests(rows, token);
      return measureRate({ servers: services, connections: storm.writers, next, seconds });
    };
    const { alone, beside } = await inRounds(rounds, {
      alone: list,
      beside: () => Promise.all([list(), write()]),
    });
    const lists = beside.map(([listed]) => listed);
    return [
      rateRow(storm.lists, lists, 'own, alone', alone),
      valueRow(
        storm.writes,
        'req/s',
        beside.map(([, { perSecond }]) => perSecond),
      ),
    ];
  };

export const updateStorm = stormOf({
  lists: 'list of 50, two instances, cache on, while its items are updated',
  writes: 'updates beside these lists, on four connections',
  instances: 2,
  writers: 4,
  requests: (rows, token) => mixedExchanges({ rows, writes: 1, token }),
});

const created = {
  instances: 1,
  writers: 1,
  requests: (_: number, token: string) => creations(token),
};

export const createStorm = stormOf({
  ...created,
  lists: 'list of 50, cache on, while items are created in it',
  writes: 'creations beside these lists, on one connection',
  pages: { grows: true },
});

export const draftStorm = stormOf({
  ...created,
  lists: 'list of 50 published items, cache on, while drafts are created',
  writes: 'drafts beside these lists, on one connection',
  pages: { status: 'published' },
});
