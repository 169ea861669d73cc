import { randomInt } from 'node:crypto';
import { alternatingRounds } from '../alternating-rounds.ts';
import { figuresOf } from '../comparison.ts';
import type { LogInRequests, PageRequests } from '../driver/load.ts';
import { measureRate, type Rate } from '../rate.ts';
import { startReference } from '../servers/references.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { admin } from '../servers/service.ts';
import { openSubject } from '../subject.ts';
import type { Workload } from '../workload.ts';

/** More than the service hashes at once, and far fewer than it allows to wait. */
const logInConnections = 4;

const logIns = (): LogInRequests => ({ kind: 'log-in', ...admin, run: randomInt(100) });

/** Logins alone, and logins beside lists: a login must not slow down everything else. */
export const login: Workload = {
  name: 'login',
  measure: async (conditions) => {
    const { resources, rounds, seconds, connections, data } = conditions;
    await using subject = await openSubject(conditions, { cache: false });
    const { service } = subject;
    await using hashing = await startReference('hashing', { resources, data, origin: service });
    const pages: PageRequests = { kind: 'pages', data, limit: 50, from: 0, step: 1, count: 500 };
    const logIn = (server: ServerProcess): Promise<Rate> =>
      measureRate([server], { seconds, connections: logInConnections, requests: logIns() });
    const list = (): Promise<Rate> =>
      measureRate([service], { seconds, connections, requests: pages });

    const hashes: Rate[] = [];
    const alone: Rate[] = [];
    const lists: Rate[] = [];
    const besideLists: Rate[] = [];
    const listsBeside: Rate[] = [];
    await alternatingRounds(rounds, [
      async () => hashes.push(await logIn(hashing)),
      async () => alone.push(await logIn(service)),
      async () => lists.push(await list()),
      async () => {
        const [listed, loggedIn] = await Promise.all([list(), logIn(service)]);
        listsBeside.push(listed);
        besideLists.push(loggedIn);
      },
    ]);
    const pbkdf2 = { name: 'PBKDF2', rates: hashes };
    return [
      {
        title: 'login',
        unit: 'req/s',
        ...figuresOf(alone, pbkdf2),
        target: { comparison: 'at least', value: 0.9 },
      },
      {
        title: 'list of 50, cache off, while logins run',
        unit: 'req/s',
        ...figuresOf(listsBeside, { name: 'own, alone', rates: lists }),
        target: { comparison: 'at least', value: 0.5 },
      },
      { title: 'login while these lists run', unit: 'req/s', ...figuresOf(besideLists, pbkdf2) },
    ];
  },
};
