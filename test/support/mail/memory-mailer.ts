import type { Mailer, MailMessage, MailOutcome } from '../../../core/index.ts';

export interface MemoryMailer extends Mailer {
  /** All attempts, oldest first. */
  readonly attempts: MailMessage[];
  /** How attempts end from now on. */
  answer: (message: MailMessage) => MailOutcome | Promise<MailOutcome>;
}

/** A mailer that keeps what it gets. */
export const memoryMailer = (): MemoryMailer => {
  const mailer: MemoryMailer = {
    attempts: [],
    answer: () => ({ kind: 'sent' }),
    send: async (message) => {
      mailer.attempts.push(message);
      return mailer.answer(message);
    },
  };
  return mailer;
};
