import { Type, type Static } from 'typebox';
import { previewLifetimes } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf } from '../schemas/envelope.ts';
import { jsonBody, optional } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { choice, idSchema, timeSchema, titled } from '../schemas/schema.ts';

const token = {
  token: Type.String({ description: 'The value. Only this response contains it.' }),
  expiresAt: timeSchema,
};

const sitePreviewSchema = titled('SitePreview', token);
export type SitePreviewDto = Static<typeof sitePreviewSchema>;

const itemPreviewSchema = titled('ItemPreview', {
  ...token,
  url: Type.Optional(
    Type.String({
      description:
        'The `previewUrl` of the collection with the values of the item. Absent if the collection has none.',
    }),
  ),
});
export type ItemPreviewDto = Static<typeof itemPreviewSchema>;

const lifetimeBody = optional(
  jsonBody(
    Type.Object({
      expiresIn: Type.Optional(
        choice(previewLifetimes, { title: 'PreviewLifetime', description: 'Default: `1h`.' }),
      ),
    }),
    { example: { expiresIn: '1d' } },
  ),
);

const revoked = {
  kind: 'json',
  status: 200,
  schema: dataOf(
    titled('RevokedPreviews', {
      deleted: Type.Integer({ description: 'The number of revoked tokens.' }),
    }),
  ),
} as const;

const idParams = Type.Object({ id: idSchema });

export const previewOperations = defineOperations({
  createItemPreview: {
    method: 'post',
    path: '/api/content/{id}/preview',
    tag: 'Previews',
    summary: 'Create a preview token for a content item',
    description:
      'Anybody with the token can read this item with its working copy, until it expires or is revoked. It ends with your account, and when the item is deleted.',
    auth: 'user',
    params: idParams,
    body: lifetimeBody,
    success: createdAnswer(dataOf(itemPreviewSchema)),
  },

  revokeItemPreviews: {
    method: 'delete',
    path: '/api/content/{id}/preview',
    tag: 'Previews',
    summary: 'Revoke the preview tokens of a content item',
    description: 'Also those of other users. Requires the right to edit the item.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    success: revoked,
  },

  createSitePreview: {
    method: 'post',
    path: '/api/preview',
    tag: 'Previews',
    summary: 'Create a preview token for the whole site',
    description:
      'Anybody with the token can read with `perspective=drafts` what you may read, until it expires or is revoked. It ends with your account.',
    auth: 'user',
    body: lifetimeBody,
    success: createdAnswer(dataOf(sitePreviewSchema)),
  },

  revokeSitePreviews: {
    method: 'delete',
    path: '/api/preview',
    tag: 'Previews',
    summary: 'Revoke your preview tokens for the whole site',
    description: 'Tokens for single items stay valid.',
    auth: 'user',
    success: revoked,
  },
});
