/** One promise of a port, as a check that runs against an adapter. */
export interface ConformanceCase<Subject> {
  /** The promise, as a sentence. */
  readonly name: string;
  /** Rejects when the adapter breaks the promise. */
  readonly run: (subject: Subject) => Promise<void>;
}

/** All promises of one port. A suite is data: it depends on no test runner and no runtime. */
export interface ConformanceSuite<Subject> {
  readonly port: string;
  readonly cases: readonly ConformanceCase<Subject>[];
}

/** Cases by name. */
export type Promises<Subject> = Readonly<Record<string, ConformanceCase<Subject>['run']>>;

/** @param promises in the order in which the cases run. */
export const suite = <Subject>(
  port: string,
  promises: Promises<Subject>,
): ConformanceSuite<Subject> => ({
  port,
  cases: Object.entries(promises).map(([name, run]) => ({ name, run })),
});

/** The suite of an optional ability. All promises are kept by a subject that does not have it. */
export const onlyIf = <Subject>(
  hasAbility: (subject: Subject) => boolean,
  { port, cases }: ConformanceSuite<Subject>,
): ConformanceSuite<Subject> => ({
  port,
  cases: cases.map(({ name, run }) => ({
    name,
    run: async (subject) => {
      if (hasAbility(subject)) await run(subject);
    },
  })),
});

/** What a case runs on: the adapter and, for some ports, means to control its surroundings. */
export interface OpenedSubject<Subject> {
  readonly subject: Subject;
  /** Releases the resources of the subject. Called once, also after a case that failed. */
  readonly close?: () => Promise<void>;
}

/** Opens an empty subject that shares no data with the subjects of other cases. */
export type OpenSubject<Subject> = () => Promise<OpenedSubject<Subject>>;

/** Runs one case on a subject of its own. */
export const runCase = async <Subject>(
  { run }: ConformanceCase<Subject>,
  open: OpenSubject<Subject>,
): Promise<void> => {
  const { subject, close } = await open();
  try {
    await run(subject);
  } finally {
    await close?.();
  }
};

/** The function of a test runner that registers a test. `test` of Vitest, Node, Bun and Deno fits. */
export type RegisterTest = (name: string, body: () => Promise<void>) => void;

/** Registers each case as one test, named after the port and the promise. */
export const registerSuite = <Subject>(
  { port, cases }: ConformanceSuite<Subject>,
  open: OpenSubject<Subject>,
  test: RegisterTest,
): void => {
  for (const promise of cases) {
    test(`${port}: ${promise.name}`, () => runCase(promise, open));
  }
};
