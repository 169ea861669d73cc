import type { ShownInvitation } from '../../core/vocabulary.ts';
import type { InvitationDto } from '../operations/invitations.ts';

export const presentInvitation = ({
  id,
  email,
  role,
  permissions,
  expiresAt,
  isSent,
}: ShownInvitation): InvitationDto => ({ id, email, role, permissions, expiresAt, sent: isSent });
