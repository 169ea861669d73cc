import { expect, test } from 'vitest';
import { SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api';
import { tracingWith } from '../../adapters/opentelemetry/tracing.ts';

/** What was recorded of one step that throws. */
const recordFailure = async (error: unknown): Promise<readonly unknown[]> => {
  const calls: unknown[] = [];
  const span = {
    setAttribute: (...args: readonly unknown[]) => calls.push(args),
    setStatus: (status: unknown) => calls.push(status),
    end: () => calls.push('end'),
  } as unknown as Span;
  const tracer = {
    startActiveSpan: (_name: string, _options: unknown, work: (active: Span) => unknown) =>
      work(span),
  } as unknown as Tracer;
  const step = tracingWith(tracer).step({ name: 'one', mayBeRoot: true }, async () => {
    throw error;
  });
  await expect(step).rejects.toBe(error);
  return calls;
};

test.each([
  [Object.assign(new Error('Key (email)=(hidden)'), { code: '23505' }), '23505'],
  [Object.assign(new Error('hidden'), { code: 'hidden text' }), '_OTHER'],
  [new TypeError('hidden'), '_OTHER'],
  ['hidden', '_OTHER'],
])('a span of %s has its code, and never its message', async (error, type) => {
  expect(await recordFailure(error)).toEqual([
    ['error.type', type],
    { code: SpanStatusCode.ERROR },
    'end',
  ]);
});
