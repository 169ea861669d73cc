import { operator } from '../../../core/index.ts';
import type { Collection, ContentItem } from '../../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../http/app.ts';

/** English is the default; German falls back to English, Swiss German to German and English. */
const locales = [
  { code: 'en', name: 'English', fallback: [] },
  { code: 'de', name: 'Deutsch', fallback: ['en'] },
  { code: 'de-CH', name: 'Schweizerdeutsch', fallback: ['de', 'en'] },
  { code: 'fr', name: 'Français', fallback: [] },
];

export interface LocalizedApp extends TestApp {
  /** Localised; the other starter collection is not. */
  readonly posts: Collection;
  readonly editor: { readonly Authorization: string };
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Creates an item of the localised collection. */
  readonly post: (title: string, more?: object) => Promise<Shown>;
  /** Translates an item. */
  readonly translate: (id: string, locale: string, more?: object) => Promise<Shown>;
}

interface Answer {
  readonly status: number;
  readonly json: () => Json;
  readonly headers: Headers;
}

// Answers of the API, whose shapes the tests check.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** An item as answers have it. */
export type Shown = Pick<ContentItem, 'id' | 'title' | 'slug' | 'status'> & {
  readonly locale: string;
  readonly group: string;
  readonly created_at: number;
};

/** A service with locales, and a localised collection. */
export const localizedApp = async (): Promise<LocalizedApp> => {
  const app = await serveApp();
  const { collections, site } = app.ports.store.repositories;
  await site.saveSettings({ plugins: {}, publicContent: 'published', locales });
  const found = await collections.findByName('blog-posts');
  if (found === undefined) throw new Error('The starter collections are there');
  const posts = { ...found, baseLocale: 'en', version: found.version + 1 };
  await collections.update(posts);
  await app.cms.plugins.configure(operator, 'cache', { active: true });
  const { bearer: editor } = await app.signIn('editor');
  const send = (method: string, path: string, body?: object): Promise<Answer> =>
    app.request(path, {
      method,
      headers: { ...editor, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const created = async (path: string, body: object): Promise<Shown> => {
    const answer = await send('POST', path, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.json()));
    return answer.json().data;
  };
  return {
    ...app,
    posts,
    editor,
    send,
    post: (title, more = {}) =>
      created('/api/content', { collection: 'blog-posts', title, status: 'published', ...more }),
    translate: async (id, locale, more = {}) => {
      const made = await created(`/api/content/${id}/translations`, { locale, ...more });
      const answer = await send('PUT', `/api/content/${made.id}`, { status: 'published' });
      return answer.json().data;
    },
  };
};
