import type { Role } from '../../core/index.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';

export interface AdminPage {
  readonly username: string;
  readonly role: Role;
}

/** Where signing in leads: says who is signed in, and where to go on. */
export const renderAdminPage = ({ username, role }: AdminPage): string =>
  renderPage({
    title: 'Signed in',
    main: html`<h1>Signed in as ${username}</h1>
      <p>Your role is ${role}.</p>
      <p><a href="/docs">Read the API documentation</a></p>
      <form method="get" action="/auth/logout"><button>Sign out</button></form>`,
  });
