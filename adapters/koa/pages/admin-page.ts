import type { Role } from '../../../core/index.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';

export interface AdminPage {
  readonly siteName: string;
  readonly username: string;
  readonly role: Role;
  readonly draftsArePublic: boolean;
}

const publicDrafts = html`<p>
  Drafts are public: everybody can read unpublished content. To change it, an administrator sets
  <code>publicContent</code> to <code>published</code> with <code>PUT /api/settings</code>.
</p>`;

/** The page after signing in: the account, a warning if drafts are public, and links. */
export const renderAdminPage = ({ siteName, username, role, draftsArePublic }: AdminPage): string =>
  renderPage({
    siteName,
    title: 'Signed in',
    main: html`<h1>Signed in as ${username}</h1>
      <p>Your role is ${role}.</p>
      ${draftsArePublic && publicDrafts}
      <p><a href="/docs">Read the API documentation</a></p>
      <form method="get" action="/auth/logout"><button>Sign out</button></form>`,
  });
