import { setImmediate as nextTurn } from 'node:timers/promises';
import { punctualPorts, type Ports } from '../../../core/index.ts';
import type { OutageSubject } from '../../conformance/outages.ts';
import { manualTimer } from './manual-timer.ts';
import { quickPasswordHasher } from './quick-password-hasher.ts';

const never = new Promise<never>(() => {});

/** A port that never answers while `isAway`, and has no deadline. */
const hanging = <Port extends object>(port: Port, isAway: () => boolean): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'resize') {
        return async function* (...input: readonly unknown[]): AsyncGenerator<Uint8Array> {
          if (isAway()) await never;
          yield* Reflect.apply(member, target, input);
        };
      }
      return async (...input: readonly unknown[]): Promise<unknown> =>
        isAway() ? never : Reflect.apply(member, target, input);
    },
  });

/** A port that has only the deadline of the core. Its time passes while nothing answers and a test waits. */
export const openHanging = <Name extends keyof Ports>(
  name: Name,
  intact: NonNullable<Ports[Name]> & object,
): OutageSubject<NonNullable<Ports[Name]>> => {
  const timer = manualTimer();
  let isAway = false;
  const ports = punctualPorts({
    passwords: quickPasswordHasher(),
    [name]: hanging(intact, () => isAway),
    timer,
  } as unknown as Ports);
  return {
    port: ports[name] as NonNullable<Ports[Name]>,
    hang: async () => {
      isAway = true;
    },
    restore: async () => {
      isAway = false;
    },
    wait: async () => {
      await nextTurn();
      if (!isAway) await never;
      timer.expire();
      await nextTurn();
    },
  };
};
