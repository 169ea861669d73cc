import { DomainError } from '../../../core/index.ts';

export interface FaultPlan {
  /** The number of the call that fails, counted from 1 over all faulty ports. */
  readonly nth: number;
  /** A `rejected` call did nothing; a call with a `lost` result did its work. */
  readonly kind: 'rejected' | 'lost';
  /** Whether all later calls are rejected too. */
  readonly isLasting: boolean;
}

export interface Faults {
  /** The port, whose calls are counted and fail as planned. */
  readonly on: <T extends object>(port: T) => T;
  /** The number of calls so far. */
  readonly calls: () => number;
  /** Ends all failures. */
  readonly end: () => void;
}

/** Makes ports fail at a planned call, like an unreachable database or cache. */
export const faults = ({ nth, kind, isLasting }: FaultPlan): Faults => {
  let calls = 0;
  let isOver = false;

  const call = async (work: () => unknown): Promise<unknown> => {
    if (isOver) return work();
    calls += 1;
    if (calls === nth && kind === 'lost') {
      await work();
      throw outage();
    }
    if (calls === nth || (isLasting && calls > nth)) throw outage();
    return work();
  };

  return {
    calls: () => calls,
    end: () => {
      isOver = true;
    },
    on: (port) =>
      new Proxy(port, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...parameters: readonly unknown[]) =>
            call(() => Reflect.apply(member, target, parameters));
        },
      }),
  };
};

/** All ways in which one of `calls` calls can fail. */
export const faultPlans = (calls: number): readonly FaultPlan[] =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((nth) =>
    (['rejected', 'lost'] as const).flatMap((kind) =>
      [false, true].map((isLasting) => ({ nth, kind, isLasting })),
    ),
  );

export const describeFault = ({ nth, kind, isLasting }: FaultPlan): string =>
  `call ${nth} ${kind}${isLasting ? ' and all later ones rejected' : ''}`;

const outage = (): DomainError =>
  new DomainError('dependency_unavailable', 'The dependency is unreachable');
