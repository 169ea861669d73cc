import { DomainError } from '../../core/index.ts';

export interface FaultPlan {
  /** Which call fails, counted from 1 over all that was made faulty. */
  readonly nth: number;
  /** `refused` calls did nothing; those with a `lost` answer did their work all the same. */
  readonly kind: 'refused' | 'lost';
  /** Whether every later call is refused, too. */
  readonly isLasting: boolean;
}

export interface Faults {
  /** The same port, whose calls count and fail as planned. */
  readonly on: <T extends object>(port: T) => T;
  /** Calls so far. */
  readonly calls: () => number;
  /** From here on everything works. */
  readonly end: () => void;
}

/** Makes ports fail at a moment that is planned, as a database or a store does that goes away. */
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

/** Every way in which one of `calls` calls can fail. */
export const faultPlans = (calls: number): readonly FaultPlan[] =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((nth) =>
    (['refused', 'lost'] as const).flatMap((kind) =>
      [false, true].map((isLasting) => ({ nth, kind, isLasting })),
    ),
  );

export const describeFault = ({ nth, kind, isLasting }: FaultPlan): string =>
  `call ${nth} ${kind}${isLasting ? ' and all after it refused' : ''}`;

const outage = (): DomainError =>
  new DomainError('dependency_unavailable', 'The dependency does not answer');
