import type { Operation, Upload } from '../../../contracts/index.ts';
import type { Cms, UseCases, UserActor } from '../../../core/index.ts';
import type { StoredAnswer } from '../../../core/vocabulary.ts';
import type { CheckedInput, OpenBody } from '../body/operation-input.ts';
import { headerOf, type RequestHead } from '../request-head.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { canonicalText, digestOf, digestUpload } from './request-digest.ts';
import { answerOf, answerOfError } from './stored-answer.ts';

export interface KeyedParts<Sent> {
  readonly actor: UserActor;
  readonly input: CheckedInput;
  /** Reads the body, except for the file of an upload. @param keepText called with the text of a body before it is parsed. */
  readonly openBody: (keepText: (text: string) => void) => Promise<OpenBody>;
  /** Runs the handler of the operation. Its writes belong to `cms`. */
  readonly handle: (cms: UseCases, actor: UserActor, body: unknown) => Promise<unknown>;
  /** Sends the result of the handler. */
  readonly send: (output: unknown) => Promise<Sent>;
  /** Sends the response of the first request again, with {@link replayHeaders}. */
  readonly sendAgain: (answer: StoredAnswer) => Sent;
}

type Outcome = { readonly output: unknown } | { readonly error: unknown };

/**
 * Answers a request with an `Idempotency-Key`: the first one as usual, a repeat with the stored response.
 *
 * @throws what the readers of bodies, the handler, and `Cms.retries.answerOnce` throw.
 */
export const keyedAnswer =
  (operation: Operation, { answerOnce }: Pick<Cms['retries'], 'answerOnce'>) =>
  async <Sent>(
    request: Pick<RequestHead, 'headers' | 'method' | 'path'>,
    { actor, input, openBody, handle, send, sendAgain }: KeyedParts<Sent>,
  ): Promise<Sent> => {
    const key = parseIdempotencyKey(headerOf(request, 'Idempotency-Key'));
    const { body, text, close } = await readBody(openBody);
    try {
      const upload =
        operation.body?.kind === 'upload' && 'content' in body
          ? digestUpload(body.content as Upload<unknown>)
          : undefined;
      const { query, headers } = input;
      const ownDigest = digestOf(request.method, request.path, query, headers, canonicalText(text));
      let outcome: Outcome | undefined;
      const { answer, isReplayed } = await answerOnce(
        actor,
        {
          key,
          digest: ownDigest,
          wholeDigest: async () =>
            upload === undefined ? ownDigest : digestOf(ownDigest, await upload.digest()),
        },
        async ({ cms, actor: asked, renew }) => {
          outcome = await outcomeOf(async () => {
            if ('error' in body) throw body.error;
            return handle(cms, asked, upload?.read(renew) ?? body.content);
          });
          return storedAnswerOf(operation, outcome);
        },
      );
      if (isReplayed) return sendAgain(answer);
      if (outcome !== undefined && 'error' in outcome) throw outcome.error;
      return await send(outcome?.output);
    } finally {
      close();
    }
  };

interface ReadBody {
  readonly body: { readonly content: unknown } | { readonly error: unknown };
  readonly text: string;
  readonly close: () => void;
}

/** The response to a body that was read and is not valid is stored, too. @throws for a body that could not be read. */
const readBody = async (openBody: KeyedParts<unknown>['openBody']): Promise<ReadBody> => {
  let text: string | undefined;
  try {
    const { content, close } = await openBody((read) => {
      text = read;
    });
    return { body: { content }, text: text ?? '', close };
  } catch (error) {
    if (text === undefined) throw error;
    return { body: { error }, text, close: () => undefined };
  }
};

const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> => {
  try {
    return { output: await work() };
  } catch (error) {
    return { error };
  }
};

/** @throws the error if its response is not stored. */
const storedAnswerOf = (operation: Operation, outcome: Outcome): StoredAnswer => {
  if ('output' in outcome) return answerOf(operation, outcome.output);
  const answer = answerOfError(outcome.error);
  if (answer === undefined) throw outcome.error;
  return answer;
};
