import type { Ports } from '../../../core/index.ts';
import type { Repositories } from '../../../core/store.ts';
import { altered } from '../core/altered.ts';

/** Selects the failing call while the ports are in use; `faults.ts` plans it in advance. */
export interface FailingCall {
  /** Makes the `n`th call from now fail with `error`. With undefined, no call fails. */
  readonly failAt: (n: number | undefined, error?: Error) => void;
  /** The calls since the last `failAt`, as `port.method`. */
  readonly calls: readonly string[];
}

/**
 * Wraps ports so that any call can be made to fail with any error. The clock, the id generator and the
 * timer never fail.
 */
export const failingPorts = (
  ports: Ports,
): { readonly ports: Ports; readonly failing: FailingCall } => {
  const calls: string[] = [];
  let failingCall: number | undefined;
  let failure = new Error('A fault');

  const guard = <T extends object>(name: string, port: T): T =>
    new Proxy(port, {
      get: (target, method) => {
        const member: unknown = Reflect.get(target, method);
        if (typeof member !== 'function') return member;
        return (...parameters: readonly unknown[]): unknown => {
          calls.push(`${name}.${String(method)}`);
          if (calls.length === failingCall) return Promise.reject(failure);
          return Reflect.apply(member, target, parameters);
        };
      },
    });

  const guardAll = <T extends Repositories>(repositories: T): T =>
    Object.fromEntries(
      Object.entries(repositories).map(([name, each]) => [name, guard(name, each)]),
    ) as unknown as T;

  const { store } = ports;
  const guarded: Ports = {
    ...ports,
    store: altered(
      guard(
        'store',
        altered(store, {
          exclusively: (lock, work) => store.exclusively(lock, (inside) => work(guardAll(inside))),
          consistently: (work) => store.consistently((inside) => work(guardAll(inside))),
        }),
      ),
      { repositories: guardAll(store.repositories) },
    ),
    blobs: guard('blobs', ports.blobs),
    processCache: guard('processCache', ports.processCache),
    limiter: guard('limiter', ports.limiter),
    passwords: guard('passwords', ports.passwords),
    digest: guard('digest', ports.digest),
    signer: guard('signer', ports.signer),
    mediaInspector: guard('mediaInspector', ports.mediaInspector),
  };
  return {
    ports: guarded,
    failing: {
      calls,
      failAt: (n, error = new Error('A fault')) => {
        calls.length = 0;
        failingCall = n;
        failure = error;
      },
    },
  };
};
