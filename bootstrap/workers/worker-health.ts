import cluster from 'node:cluster';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { second } from '../../core/vocabulary.ts';

/** The answer of a health check, as HTTP sends it. */
export interface HealthAnswer {
  readonly status: number;
  readonly text: string;
}

interface Question {
  readonly kind: 'health-question';
}

interface Answer extends HealthAnswer {
  readonly kind: 'health-answer';
}

const answerMs = 5 * second;

/** Asks all workers. @returns the first answer. @throws if no worker answers. */
export const askWorkers = async (): Promise<HealthAnswer> => {
  const answered = Promise.withResolvers<HealthAnswer>();
  const listen = (_worker: unknown, message: Partial<Answer> | undefined): void => {
    const { kind, status, text } = message ?? {};
    if (kind !== 'health-answer' || status === undefined || text === undefined) return;
    answered.resolve({ status, text });
  };
  cluster.on('message', listen);
  try {
    const question: Question = { kind: 'health-question' };
    for (const worker of Object.values(cluster.workers ?? {}))
      worker?.send(question, () => undefined);
    const outcome = await new SystemTimer().within(answered.promise, answerMs);
    if (!outcome.inTime) throw new Error('No worker answers');
    return outcome.value;
  } finally {
    cluster.off('message', listen);
  }
};

/** Answers the questions of the primary. */
export const answerPrimary = (read: () => Promise<HealthAnswer>): void => {
  process.on('message', (message: Partial<Question> | undefined) => {
    if (message?.kind !== 'health-question') return;
    void read().then((answer) =>
      process.send?.(
        { kind: 'health-answer', ...answer } satisfies Answer,
        undefined,
        undefined,
        () => undefined,
      ),
    );
  });
};
