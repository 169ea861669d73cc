/** One promise of a port, ready to be run against an adapter. It fails by rejecting. */
export interface ConformanceCase<Subject> {
  /** A sentence that holds for every adapter that keeps the promise. */
  readonly name: string;
  readonly run: (subject: Subject) => Promise<void>;
}

/** Everything one port promises. A suite is data: it knows no test runner and no runtime. */
export interface ConformanceSuite<Subject> {
  readonly port: string;
  readonly cases: readonly ConformanceCase<Subject>[];
}

export interface OpenedSubject<Subject> {
  readonly subject: Subject;
  /** Releases what opening took; called once, also after a case that failed. */
  readonly close?: () => Promise<void>;
}

/** Makes a subject that holds nothing yet and shares nothing with the subjects of other cases. */
export type OpenSubject<Subject> = () => Promise<OpenedSubject<Subject>>;

/** What is asked of a test runner: `test` of vitest, node:test, bun:test and Deno all fit. */
export type RegisterTest = (name: string, body: () => Promise<void>) => void;

/** Names the cases of one port; their order is that of the record. */
export const suite = <Subject>(
  port: string,
  promises: Readonly<Record<string, ConformanceCase<Subject>['run']>>,
): ConformanceSuite<Subject> => ({
  port,
  cases: Object.entries(promises).map(([name, run]) => ({ name, run })),
});

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

/** Hands every case to a test runner, each as one test named after the port and the promise. */
export const registerSuite = <Subject>(
  { port, cases }: ConformanceSuite<Subject>,
  open: OpenSubject<Subject>,
  test: RegisterTest,
): void => {
  for (const promise of cases) {
    test(`${port}: ${promise.name}`, () => runCase(promise, open));
  }
};
