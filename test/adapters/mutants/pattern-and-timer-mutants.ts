import { RE2JS } from 're2js';
import { Re2jsPatternCompiler } from '../../../adapters/re2js/re2js-pattern-compiler.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Matcher, WaitResult, PatternCompiler, Timer } from '../../../core/index.ts';
import {
  patternCompilerSuite,
  type PatternCompilerSubject,
} from '../../conformance/pattern-compiler.ts';
import { timerSuite, type TimerSubject } from '../../conformance/timer.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const compiling =
  (
    compile: (pattern: string, intact: PatternCompiler) => Matcher | undefined,
  ): Mutant<PatternCompilerSubject>['make'] =>
  ({ patterns }) => ({ patterns: { compile: (pattern) => compile(pattern, patterns) } });

const nativeRegExp = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

export const patternCompilerMutants = mutantsOf<PatternCompilerSubject>(
  patternCompilerSuite,
  () => ({ patterns: new Re2jsPatternCompiler() }),
  [
    {
      fault: 'wants the whole text to match',
      caughtBy: 'a pattern matches anywhere in a text unless it is anchored',
      make: compiling((pattern, intact) => intact.compile(`^(?:${pattern})$`)),
    },
    {
      fault: 'goes on where it left off',
      caughtBy: 'a matcher gives the same answer every time',
      make: compiling((pattern) => {
        const compiled = nativeRegExp(pattern, 'gu');
        return compiled && ((text) => compiled.test(text));
      }),
    },
    {
      fault: 'backtracks',
      caughtBy: 'a pattern that is malformed or needs backtracking is refused',
      make: compiling((pattern) => {
        const compiled = nativeRegExp(pattern, 'u');
        return compiled && ((text) => compiled.test(text));
      }),
    },
    {
      fault: 'gives up on a long text',
      caughtBy: 'no pattern makes a long text take long',
      make: compiling((pattern, intact) => {
        const matcher = intact.compile(pattern);
        return matcher && ((text) => text.length > 10_000 || matcher(text));
      }),
    },
    {
      fault: 'makes little of what a pattern costs',
      caughtBy: 'a matcher that tells its steps tells no fewer than the pattern has',
      make: compiling((pattern, intact) => {
        const matcher = intact.compile(pattern);
        return matcher && Object.assign((text: string) => matcher(text), { steps: 1 });
      }),
    },
    {
      fault: 'compiles what takes long to compile',
      caughtBy: 'a pattern that grows when it is written out is refused',
      make: compiling((pattern) => {
        try {
          const compiled = RE2JS.compile(pattern);
          return (text) => compiled.test(text);
        } catch {
          return undefined;
        }
      }),
    },
  ],
);

const waiting =
  (
    within: <T>(work: Promise<T>, ms: number, intact: Timer) => Promise<WaitResult<T>>,
  ): Mutant<TimerSubject>['make'] =>
  ({ timer }) => ({ timer: { within: (work, ms) => within(work, ms, timer) } });

export const timerMutants = mutantsOf<TimerSubject>(
  timerSuite,
  () => ({ timer: new SystemTimer() }),
  [
    {
      fault: 'takes everything for late',
      caughtBy: 'work that is done in time gives its value',
      make: waiting(async () => ({ inTime: false })),
    },
    {
      fault: 'takes undefined for late',
      caughtBy: 'a value may be undefined',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        return outcome.inTime && outcome.value === undefined ? { inTime: false } : outcome;
      }),
    },
    {
      fault: 'takes a failure for late',
      caughtBy: 'what work throws in time comes out',
      make: waiting((work, ms, intact) => intact.within(work, ms).catch(() => ({ inTime: false }))),
    },
    {
      fault: 'throws when time is up',
      caughtBy: 'work that takes too long is not waited for',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        if (!outcome.inTime) throw new Error('late');
        return outcome;
      }),
    },
    {
      fault: 'adds to its answer when late work is done',
      caughtBy: 'what late work gives is dropped',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        if (!outcome.inTime) void work.then((value) => Object.assign(outcome, { value }));
        return outcome;
      }),
    },
    {
      fault: 'gives all that wait the same answer',
      caughtBy: 'waits do not disturb each other',
      make: ({ timer }) => {
        let first: Promise<WaitResult<unknown>> | undefined;
        const within: Timer['within'] = (work, ms) =>
          (first ??= timer.within(work, ms)) as ReturnType<typeof within<Awaited<typeof work>>>;
        return { timer: { within } };
      },
    },
  ],
);
