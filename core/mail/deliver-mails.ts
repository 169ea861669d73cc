import { claimedWork } from '../limits/claimed-work.ts';
import { deadlines } from '../limits/punctual-ports.ts';
import { pauseBeforeRepeat } from '../model/mail.ts';
import type { Mailer, MailOutcome } from '../ports/mailer.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Store } from '../ports/store.ts';
import type { ClaimedMail } from '../ports/repositories/mail-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { second } from '../primitives/time.ts';
import type { MailContent } from './queue-mail.ts';
import { readRequest, type ResetRequest } from './reset-request.ts';

type DeliverDependencies = Pick<Dependencies, 'mailer' | 'encryption' | 'mails' | 'store' | 'log'>;

/** Longer than an attempt takes. If the process is killed, another one sends the mail again after this time. */
const leaseMs = deadlines.mailerMs + 15 * second;

/** How many mails a process sends at the same time. */
const maxAtOnce = 4;

/** Writes what was asked for, in the place of the request with this id. */
type AnswerRequest = (id: string, request: ResetRequest) => Promise<void>;

export const deliverMails = (
  dependencies: DeliverDependencies,
  answerRequest: AnswerRequest,
): ((signal: Signal) => Promise<void>) => {
  const { mailer, mails } = dependencies;
  if (mailer === undefined) return async () => {};
  const sendDue = claimedWork(maxAtOnce, {
    claim: () => mails.claim(leaseMs),
    work: (mail) => deliver(dependencies, mailer, answerRequest, mail),
  });
  return (signal) => sendDue(undefined, signal);
};

const deliver = async (
  { encryption, mails, store, log }: DeliverDependencies,
  mailer: Mailer,
  answerRequest: AnswerRequest,
  { id, kind, userId, content, attempts, ageMs }: ClaimedMail,
): Promise<void> => {
  const text = await encryption.decrypt(content);
  const request = text === undefined ? undefined : readRequest(text);
  if (request !== undefined) return answerRequest(id, request);
  const outcome = await send(mailer, id, text);
  if (outcome.kind === 'sent')
    return kind === 'invitation' ? noteSent(store, id) : mails.delete(id);
  const pauseMs = outcome.kind === 'refused' ? undefined : pauseBeforeRepeat(attempts, ageMs);
  if (pauseMs !== undefined) return mails.postpone(id, pauseMs);
  const reason = storableReason(outcome.reason);
  await mails.fail(id, reason);
  log.warn('A mail was given up', { kind, ...(userId !== undefined && { user: userId }), reason });
};

const noteSent = (store: Store, id: string): Promise<void> =>
  store.atomically(async ({ repositories: { invitations, mails } }) => {
    await mails.delete(id);
    await invitations.markSent(id);
  });

const send = async (mailer: Mailer, id: string, text: string | undefined): Promise<MailOutcome> => {
  if (text === undefined) {
    const reason = 'The secret that encrypted it is no longer in JWT_SECRET';
    return { kind: 'refused', reason };
  }
  return mailer.send({ id, ...(JSON.parse(text) as MailContent) });
};

const reasonMaxLength = 300;

/** Not every store keeps NUL in text. */
export const storableReason = (reason: string): string =>
  reason.slice(0, reasonMaxLength).toWellFormed().replaceAll('\0', '\uFFFD');
