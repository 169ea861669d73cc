import { runCase, type ConformanceSuite } from '../../conformance/suite.ts';
import { altered } from '../../support/core/altered.ts';

/** An adapter that breaks one promise of its port. */
export interface Mutant<Subject> {
  /** Completes the sentence "an adapter that …". */
  readonly fault: string;
  /** The name of the case that must fail. */
  readonly caughtBy: string;
  readonly make: (intact: Subject) => Subject;
}

/** The mutants of one suite. */
export interface SuiteMutants<Subject> {
  readonly port: string;
  readonly names: readonly string[];
  readonly mutants: readonly {
    readonly fault: string;
    readonly caughtBy: string;
    /** Opens a broken subject. */
    readonly open: () => Subject;
    /** Runs the case on the mutant. @returns the error of the case; undefined if it passes. */
    readonly failure: () => Promise<unknown>;
  }[];
}

/** @param open opens an intact subject; `make` of each mutant breaks it. */
export const mutantsOf = <Subject>(
  { port, cases }: ConformanceSuite<Subject>,
  open: () => Subject,
  mutants: readonly Mutant<Subject>[],
): SuiteMutants<Subject> => ({
  port,
  names: cases.map(({ name }) => name),
  mutants: mutants.map(({ fault, caughtBy, make }) => ({
    fault,
    caughtBy,
    open: () => make(open()),
    failure: async () => {
      const promise = cases.find(({ name }) => name === caughtBy);
      if (promise === undefined) throw new Error(`There is no case "${caughtBy}"`);
      return runCase(promise, async () => ({ subject: make(open()) })).then(
        () => undefined,
        (error: unknown) => error,
      );
    },
  })),
});

/** Makes mutants in which some methods of the adapter, a member of the subject, are replaced. */
export const breaking =
  <Subject extends object, Name extends keyof Subject>(name: Name) =>
  (
    changes: (intact: Subject[Name] & object, subject: Subject) => Partial<Subject[Name] & object>,
  ): Mutant<Subject>['make'] =>
  (subject) => {
    const intact = subject[name] as Subject[Name] & object;
    return { ...subject, [name]: altered(intact, changes(intact, subject)) };
  };
