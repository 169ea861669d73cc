import {
  presentSession,
  type accountLinkOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import { renderForgotPage } from '../pages/forgot-page.ts';
import { renderInvitationPage, renderResetPage } from '../pages/link-pages.ts';
import type { PageOptions } from '../pages/page.ts';
import type { RequestContext } from '../request-context.ts';

export const accountLinkHandlers = (
  { accounts, invitations, mail }: Pick<Cms, 'accounts' | 'invitations' | 'mail'>,
  { siteName }: Pick<PageOptions, 'siteName'>,
): Handlers<typeof accountLinkOperations, RequestContext> => ({
  forgotPassword: async ({ body, client }) => {
    const request = await accounts.startResetRequest(client);
    await request((await body()).email);
    return { data: { sent: true } };
  },

  resetPassword: async ({ body, client }) => {
    await accounts.resetPassword({ ...body, client });
    return { data: { changed: true } };
  },

  acceptInvitation: async ({ body, client, userAgent }) => {
    const accept = await invitations.startAcceptance(client, userAgent);
    const loggedIn = await accept(await body());
    return {
      body: presentSession(loggedIn),
      headers: { Location: `/api/users/${loggedIn.user.id}` },
    };
  },

  showForgotPassword: async ({ language }) =>
    renderForgotPage({
      siteName: await siteName(),
      language: language(),
      sendsMail: mail.isConfigured(),
    }),

  showResetPassword: async ({ language }) =>
    renderResetPage({ siteName: await siteName(), language: language() }),

  showInvitation: async ({ language }) =>
    renderInvitationPage({ siteName: await siteName(), language: language() }),
});
