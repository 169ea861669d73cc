import { Type, type Static } from 'typebox';
import { mailFailureDays, mailFailuresMax, mailKinds } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf, listOf } from '../schemas/envelope.ts';
import { choice, nullable, timeSchema, titled } from '../schemas/schema.ts';

const mailFailureSchema = titled('MailFailure', {
  at: timeSchema,
  kind: choice(mailKinds, {
    description: 'What the mail was about. `notice`: a change in the account of the recipient.',
  }),
  user: nullable(Type.String({ format: 'uuid' }), {
    description: 'The account of the recipient; null for an address without one.',
  }),
  reason: Type.String({ description: 'Why it was not sent, for people.' }),
});
export type MailFailureDto = Static<typeof mailFailureSchema>;

const mailTrialSchema = titled('MailTrial', {
  sent: Type.Boolean({ description: 'Whether the mail server has taken the mail.' }),
  reason: Type.Optional(Type.String({ description: 'Why it was not sent, for people.' })),
});

const base = { tag: 'Mail', auth: 'admin' } as const;

export const mailOperations = defineOperations({
  listMailFailures: {
    ...base,
    method: 'get',
    path: '/api/mail/failures',
    summary: 'List the mails that were not sent',
    description: `The latest first, at most ${mailFailuresMax}. Failures are kept for ${mailFailureDays} days, without the content of the mails.`,
    success: { kind: 'json', status: 200, schema: listOf(mailFailureSchema) },
  },

  testMail: {
    ...base,
    method: 'post',
    path: '/api/mail/test',
    summary: 'Send a test mail',
    description:
      'Sends a mail to your own address at once, does not repeat it, and returns how it ended.',
    success: { kind: 'json', status: 200, schema: dataOf(mailTrialSchema) },
    errors: ['mail_not_configured'],
  },
});
