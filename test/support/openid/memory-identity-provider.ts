import type {
  BeginOutcome,
  FinishOutcome,
  FinishRequest,
  IdentityProvider,
  SignInAttempt,
} from '../../../core/index.ts';
import type { JsonObject } from '../../../core/vocabulary.ts';

export interface MemoryIdentityProvider extends IdentityProvider {
  /** The attempts that were begun, oldest first. */
  readonly begun: SignInAttempt[];
  /** The requests to finish one. */
  readonly finished: FinishRequest[];
  /** How attempts begin and end from now on. */
  answerBegin: () => BeginOutcome | Promise<BeginOutcome>;
  answer: (request: FinishRequest) => FinishOutcome | Promise<FinishOutcome>;
  /** From now on, attempts end as those of a person with this subject and these claims. */
  readonly isFor: (subject: string, claims?: JsonObject) => void;
  /** Likewise of one attempt, for those that run at once. */
  readonly proves: (state: string, subject: string, claims?: JsonObject) => void;
}

export const memoryIssuer = 'https://login.example.org';

/** A provider that proves what a test says, to the attempt that it belongs to. */
export const memoryIdentityProvider = (): MemoryIdentityProvider => {
  const proven = new Map<string, FinishOutcome>();
  const personOf = (subject: string, claims: JsonObject = {}): FinishOutcome => ({
    kind: 'proven',
    issuer: memoryIssuer,
    subject,
    claims,
  });
  const provider: MemoryIdentityProvider = {
    begun: [],
    finished: [],
    answerBegin: () => ({
      kind: 'begun',
      url: `${memoryIssuer}/authorize?state=${provider.begun.at(-1)?.state}`,
    }),
    answer: () => ({ kind: 'denied' }),
    isFor: (subject, claims) => {
      provider.answer = () => personOf(subject, claims);
    },
    proves: (state, subject, claims) => void proven.set(state, personOf(subject, claims)),
    begin: async (attempt) => {
      provider.begun.push(attempt);
      return provider.answerBegin();
    },
    finish: async (request) => {
      provider.finished.push(request);
      return proven.get(request.attempt.state) ?? provider.answer(request);
    },
  };
  return provider;
};
