import type { MailFailure } from '../../core/vocabulary.ts';
import type { MailFailureDto } from '../operations/mail.ts';

export const presentMailFailure = ({ at, kind, userId, reason }: MailFailure): MailFailureDto => ({
  at,
  kind,
  user: userId ?? null,
  reason,
});
