import type { Handlers, previewOperations } from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const previewHandlers = ({
  previews,
}: Pick<Cms, 'previews'>): Handlers<typeof previewOperations, RequestContext> => ({
  createItemPreview: async ({ params, body, actor }) => {
    const { secret, url, expiresAt } = await previews.createForItem(actor, params.id, body);
    return {
      body: { data: { token: secret, ...(url !== undefined && { url }), expiresAt } },
      headers: { Location: `/api/content/${params.id}/preview` },
    };
  },

  revokeItemPreviews: async ({ params, actor }) => ({
    data: { deleted: await previews.revokeOfItem(actor, params.id) },
  }),

  createSitePreview: async ({ body, actor }) => {
    const { secret, expiresAt } = await previews.createForSite(actor, body);
    return { body: { data: { token: secret, expiresAt } }, headers: { Location: '/api/preview' } };
  },

  revokeSitePreviews: async ({ actor }) => ({
    data: { deleted: await previews.revokeOfSite(actor) },
  }),
});
