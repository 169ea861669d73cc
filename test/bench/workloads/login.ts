import { measureRate, type Rate } from '../driver/driver.ts';
import { logIns, pages } from '../driver/exchanges.ts';
import { startReference } from '../servers/references.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { openServices } from '../servers/service.ts';
import { rateRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

/** More than the service hashes at once, and far fewer than it allows to wait. */
const logInConnections = 4;

/** Logins alone, and logins beside lists: a login must not slow down everything else. */
export const login: Workload = async (conditions) => {
  const { rounds, seconds, connections, rows } = conditions;
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  await using hashing = await startReference(conditions, 'hashing', service);
  const logIn = (server: ServerProcess): Promise<Rate> =>
    measureRate({ servers: [server], connections: logInConnections, next: logIns(), seconds });
  const list = (): Promise<Rate> => {
    const next = pages({ rows, count: 500 });
    return measureRate({ servers: [service], connections, next, seconds });
  };
  const { hashes, logins, lists, both } = await inRounds(rounds, {
    hashes: () => logIn(hashing),
    logins: () => logIn(service),
    lists: list,
    both: () => Promise.all([list(), logIn(service)]),
  });
  const listsBeside = both.map(([listed]) => listed);
  const loginsBeside = both.map(([, loggedIn]) => loggedIn);
  return [
    rateRow('login', logins, 'PBKDF2', hashes, { min: 0.9 }),
    rateRow('list of 50, cache off, while logins run', listsBeside, 'own, alone', lists, {
      min: 0.5,
    }),
    rateRow('login while these lists run', loginsBeside, 'PBKDF2', hashes),
  ];
};
