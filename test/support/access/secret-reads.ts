import { operations } from '../../../contracts/index.ts';
import type { SecretPrincipal } from './secret-principals.ts';
import type { SecretWorld } from './secret-world.ts';

/** Operations that end a session, or lead to another site. */
const isLeftOut = (id: string): boolean => /^(?:logOut|signInByProvider|finishSignIn)/.test(id);

const unknownId = '00000000-0000-4000-8000-000000000000';

/** The paths and queries of every read of the OpenAPI document, with everything there is for each parameter. */
export const secretReads = (
  { collections, items, mediaIds, cursors }: SecretWorld,
  { name: reader, preview }: SecretPrincipal,
): readonly string[] => {
  const ids = items.map(({ id }) => id);
  const names = collections.map(({ name }) => name);
  const slugs = items.flatMap(({ slug, formerSlug }) => [slug, formerSlug]);
  const valuesOf = (path: string, name: string): readonly string[] => {
    if (name === 'name') return path.startsWith('/api/plugins') ? ['cache'] : [...names, 'pages'];
    if (name === 'idOrSlug') return [...ids, ...slugs];
    if (name === 'version') return ['1', '2'];
    if (name === 'id' && path.startsWith('/api/content')) return ids;
    if (name === 'id' && path.startsWith('/api/media')) return mediaIds;
    return [unknownId];
  };
  const paths = (path: string): readonly string[] => {
    const parameter = /\{(\w+)\}/.exec(path);
    if (parameter === null) return [path];
    return valuesOf(path, parameter[1]!).flatMap((value) =>
      paths(path.replace(parameter[0], value)),
    );
  };
  const [published, drafts] = [{}, { perspective: 'drafts' }];
  const fieldNames = collections.flatMap(({ fields }) => [fields.links, fields.image]);
  const alternatives = (id: string, has: (name: string) => boolean, path: string) => {
    const queries: Readonly<Record<string, string>>[] = [];
    const add = (query: Readonly<Record<string, string>>): void => {
      if (Object.keys(query).every(has)) queries.push(query);
    };
    const isAboutOne = /\{(?:id|idOrSlug)\}/.test(path);
    for (const perspective of [published, drafts]) {
      queries.push(has('perspective') ? perspective : {});
      for (const expand of isAboutOne ? ['content'] : ['content', ...fieldNames]) {
        add({ ...perspective, expand });
      }
    }
    if (id === 'checkSlug') {
      for (const [n, slug] of slugs.entries()) {
        queries.push({ slug });
        queries.push({ slug, excludeId: ids[Math.floor(n / 2)]! });
      }
      return queries;
    }
    if (id === 'search' || id === 'findContent') {
      const texts = [...slugs, 'zq', 'Text', 'Free', 'Is', 'Was', 'Will be', 'Moves'];
      for (const text of texts) {
        add({ q: text });
        add({ q: text, perspective: 'drafts' });
        add({ title: text });
        add({ title: text, status: 'published' });
      }
      return queries;
    }
    for (const name of names) {
      add({ collection: name });
      add({ collection: name, ...drafts });
    }
    for (const slug of isAboutOne ? [] : slugs) add({ slug });
    add({ ids: ids.join(',') });
    add({ author: 'me' });
    for (const problem of ['broken', 'unpublished', 'unused', 'missing']) add({ problem });
    if (id === 'listChanges' || id === 'streamChanges') {
      for (const after of ['start', ...(cursors.has(reader) ? [cursors.get(reader)!] : [])]) {
        add({ after });
        add({ after, ...drafts });
        for (const name of names) {
          add({ after, collection: name });
          add({ after, collection: name, ...drafts });
        }
      }
    }
    if (id === 'queryContent') {
      for (const { fields } of collections) {
        for (const query of [
          { sort: fields.text },
          { fields: `title,${fields.text}` },
          { [`where[${fields.text}][exists]`]: 'true' },
        ]) {
          queries.push(query, { ...query, ...drafts });
        }
      }
      queries.push({ sort: '-title', total: 'true' }, { sort: 'slug', total: 'true', ...drafts });
    }
    return queries;
  };
  const requests = operations
    .filter(([id, { method }]) => method === 'get' && !isLeftOut(id))
    .flatMap(([id, { path, query }]) => {
      const known = new Set(Object.keys(query?.properties ?? {}));
      const withPreview = (
        asked: Readonly<Record<string, string>>,
      ): Readonly<Record<string, string>> =>
        preview === undefined || !known.has('preview')
          ? asked
          : { ...asked, preview: preview.secret, ...(preview.isOfSite && drafts) };
      const queries = alternatives(id, (name) => known.has(name), path);
      return paths(path).flatMap((each) =>
        queries.map((asked) => {
          const text = new URLSearchParams(withPreview(asked)).toString();
          return text === '' ? each : `${each}?${text}`;
        }),
      );
    });
  return [...new Set(requests)];
};
