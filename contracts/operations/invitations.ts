import { Type, type Static } from 'typebox';
import { invitationLifetimes } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { accountFields, permissionSchema, roleSchema } from '../schemas/account-schemas.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { choice, idSchema, list, timeSchema, titled } from '../schemas/schema.ts';

const invitationProperties = {
  id: idSchema,
  email: Type.String({ format: 'email', description: 'In lower case.' }),
  role: roleSchema,
  permissions: list(permissionSchema, {
    description: 'Those that the account will have. Each replaces the role in one collection.',
  }),
  expiresAt: timeSchema,
  sent: Type.Boolean({
    description: 'Whether the mail server has taken the mail with the link. False at first.',
  }),
};

const invitationSchema = titled('Invitation', invitationProperties);
export type InvitationDto = Static<typeof invitationSchema>;

const newInvitationSchema = titled('NewInvitation', {
  ...invitationProperties,
  url: Type.String({ description: 'The complete link. Only this response contains it.' }),
});

const base = { tag: 'Users', auth: 'admin' } as const;

const idParams = Type.Object({ id: idSchema });

export const invitationOperations = defineOperations({
  listInvitations: {
    ...base,
    method: 'get',
    path: '/api/invitations',
    summary: 'List open invitations',
    description:
      'Newest first. One is open until it expires, is accepted, withdrawn or replaced, and while the admin who made its link is an active admin.',
    success: { kind: 'json', status: 200, schema: listOf(invitationSchema) },
  },

  createInvitation: {
    ...base,
    method: 'post',
    path: '/api/invitations',
    summary: 'Invite somebody',
    description:
      'Replaces an earlier invitation of the same address. No account exists before the invitation is accepted. If mail is configured, the address gets the link; otherwise pass it on yourself.',
    body: jsonBody(
      Type.Object({
        email: accountFields.email,
        role: roleSchema,
        permissions: Type.Optional(list(permissionSchema)),
        expiresIn: choice(invitationLifetimes, { title: 'InvitationLifetime' }),
      }),
      { example: { email: 'grace@example.com', role: 'editor', expiresIn: '7d' } },
    ),
    success: createdAnswer(dataOf(newInvitationSchema)),
    errors: ['invalid_email', 'collection_not_found', 'email_taken'],
  },

  resendInvitation: {
    ...base,
    method: 'post',
    path: '/api/invitations/{id}/resend',
    summary: 'Make a new link for an invitation',
    description:
      'Ends the earlier link. The invitation lasts as long as at first, from now on, and is yours.',
    params: idParams,
    success: { kind: 'json', status: 200, schema: dataOf(newInvitationSchema) },
    errors: ['email_taken'],
  },

  withdrawInvitation: {
    ...base,
    method: 'delete',
    path: '/api/invitations/{id}',
    summary: 'Withdraw an invitation',
    description: 'Its link does not work any more.',
    params: idParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
