import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
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
      fault: 'matches only whole texts',
      caughtBy: 'a pattern without anchors matches anywhere in a text',
      make: compiling((pattern, intact) => intact.compile(`^(?:${pattern})$`)),
    },
    {
      fault: 'continues where the last match ended',
      caughtBy: 'a matcher has no state',
      make: compiling((pattern) => {
        const compiled = nativeRegExp(pattern, 'gu');
        return compiled && ((text) => compiled.test(text));
      }),
    },
    {
      fault: 'uses a backtracking engine',
      caughtBy: 'a pattern that is malformed or needs backtracking is rejected',
      make: compiling((pattern) => {
        const compiled = nativeRegExp(pattern, 'u');
        return compiled && ((text) => compiled.test(text));
      }),
    },
    {
      fault: 'accepts any long text',
      caughtBy: 'matching time is linear in the length of the text',
      make: compiling((pattern, intact) => {
        const matcher = intact.compile(pattern);
        return matcher && ((text) => text.length > 10_000 || matcher(text));
      }),
    },
    {
      fault: 'reports too few steps',
      caughtBy: '`steps` of a matcher, if present, is not too small',
      make: compiling((pattern, intact) => {
        const matcher = intact.compile(pattern);
        return matcher && Object.assign((text: string) => matcher(text), { steps: 1 });
      }),
    },
    {
      fault: 'compiles patterns of any size',
      caughtBy: 'a pattern that is too large when written out is rejected',
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
  ({ timer, startIo }) => ({
    startIo,
    timer: { within: (work, ms) => within(work, ms, timer) },
  });

export const timerMutants = mutantsOf<TimerSubject>(
  timerSuite,
  () => ({ timer: new SystemTimer(), startIo: () => stat('.') }),
  [
    {
      fault: 'reports all work as late',
      caughtBy: 'returns the value of work that ends in time',
      make: waiting(async () => ({ inTime: false })),
    },
    {
      fault: 'reports undefined as late',
      caughtBy: 'accepts work that returns undefined',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        return outcome.inTime && outcome.value === undefined ? { inTime: false } : outcome;
      }),
    },
    {
      fault: 'reports a failure as late',
      caughtBy: 'throws the error of work that fails in time',
      make: waiting((work, ms, intact) => intact.within(work, ms).catch(() => ({ inTime: false }))),
    },
    {
      fault: 'throws when the deadline has passed',
      caughtBy: 'stops waiting when the deadline has passed',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        if (!outcome.inTime) throw new Error('late');
        return outcome;
      }),
    },
    {
      fault: 'adds the result of late work to its outcome',
      caughtBy: 'drops the result of late work',
      make: waiting(async (work, ms, intact) => {
        const outcome = await intact.within(work, ms);
        if (!outcome.inTime) void work.then((value) => Object.assign(outcome, { value }));
        return outcome;
      }),
    },
    {
      fault: 'returns one outcome to all callers',
      caughtBy: 'keeps concurrent waits apart',
      make: ({ timer, startIo }) => {
        let first: Promise<WaitResult<unknown>> | undefined;
        const within: Timer['within'] = (work, ms) =>
          (first ??= timer.within(work, ms)) as ReturnType<typeof within<Awaited<typeof work>>>;
        return { timer: { within }, startIo };
      },
    },
    {
      fault: 'counts time before the request could be sent',
      caughtBy: 'does not count time before the request could be sent',
      make: ({ startIo }) => ({ startIo, timer: { within: withTimeoutOnly } }),
    },
    {
      fault: 'reports late without reading what has arrived',
      caughtBy: 'accepts an answer that arrived while the process was busy',
      make: ({ startIo }) => ({ startIo, timer: { within: withTimeoutOnly } }),
    },
  ],
);

const withTimeoutOnly: Timer['within'] = (work, ms) =>
  Promise.race([
    work.then((value) => ({ inTime: true as const, value })),
    sleep(ms, { inTime: false as const }),
  ]);
