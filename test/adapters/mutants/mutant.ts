import { runCase, type ConformanceSuite } from '../../conformance/suite.ts';

/** An adapter that breaks one promise. */
export interface Mutant<Subject> {
  /** What it does wrong, as the end of a sentence that begins with "an adapter that". */
  readonly fault: string;
  /** The name of a case that must fail. */
  readonly caughtBy: string;
  readonly make: (intact: Subject) => Subject;
}

/** The broken adapters of one suite, whatever its subject. */
export interface SuiteMutants {
  readonly port: string;
  readonly names: readonly string[];
  readonly mutants: readonly {
    readonly fault: string;
    readonly caughtBy: string;
    /** Runs the case on the broken adapter. @returns what it found wrong; undefined if nothing. */
    readonly complaint: () => Promise<unknown>;
  }[];
}

/** @param open makes an intact subject, which each mutant then breaks. */
export const mutantsOf = <Subject>(
  { port, cases }: ConformanceSuite<Subject>,
  open: () => Subject,
  mutants: readonly Mutant<Subject>[],
): SuiteMutants => ({
  port,
  names: cases.map(({ name }) => name),
  mutants: mutants.map(({ fault, caughtBy, make }) => ({
    fault,
    caughtBy,
    complaint: async () => {
      const promise = cases.find(({ name }) => name === caughtBy);
      if (promise === undefined) throw new Error(`There is no case "${caughtBy}"`);
      return runCase(promise, async () => ({ subject: make(open()) })).then(
        () => undefined,
        (error: unknown) => error,
      );
    },
  })),
});
