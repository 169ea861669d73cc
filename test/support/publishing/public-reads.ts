import { operations, type Operation } from '../../../contracts/index.ts';
import { contentStatuses } from '../../../core/vocabulary.ts';
import type { SentRequest } from '../http/http-connections.ts';

/** What requests can name. */
export interface Known {
  readonly ids: readonly string[];
  /** Of items, of working copies, of the trash. */
  readonly slugs: readonly string[];
  readonly titles: readonly string[];
  readonly collections: readonly string[];
  /** Preview tokens that show nothing of these items. */
  readonly previews: readonly string[];
}

type Pool = Readonly<Record<string, readonly string[]>>;

const poolOf = ({ ids, slugs, titles, collections }: Known): Pool => ({
  id: ids,
  idOrSlug: [...ids, ...slugs],
  name: collections,
  version: ['1', '2'],
  slug: slugs,
  title: titles,
  collection: collections,
  excludeId: ids,
  status: contentStatuses,
  limit: ['1000'],
  offset: ['1'],
  truncate: ['true'],
  perspective: ['drafts'],
  after: ['start'],
});

const pathsOf = (template: string, pool: Pool): readonly string[] => {
  const [parameter, name = ''] = /\{(\w+)\}/.exec(template) ?? [];
  if (parameter === undefined) return [template];
  return (pool[name] ?? []).flatMap((value) =>
    pathsOf(
      template.replace(parameter, () => encodeURIComponent(value)),
      pool,
    ),
  );
};

/** No parameter, and each parameter with each value, together with those that are required. */
const queriesOf = ({ query }: Operation, pool: Pool): readonly string[] => {
  if (query === undefined) return [''];
  const { properties, required = [] } = query as {
    readonly properties: object;
    readonly required?: readonly string[];
  };
  const [needed] = required;
  const queries = needed === undefined ? [''] : [];
  for (const name of Object.keys(properties)) {
    for (const value of pool[name] ?? []) {
      const firsts = needed === undefined || needed === name ? [{}] : [];
      const others =
        needed === undefined ? [] : (pool[needed] ?? []).map((each) => ({ [needed]: each }));
      for (const other of [...firsts, ...(needed === name ? [] : others)]) {
        queries.push(`?${new URLSearchParams({ ...other, [name]: value }).toString()}`);
      }
    }
  }
  return queries;
};

/** Each token with the perspective of drafts, if the operation takes them, and with a slug if it takes one. */
const previewQueries = ({ query }: Operation, { previews, slugs }: Known): readonly string[] => {
  const { properties = {} } = (query ?? {}) as { readonly properties?: object };
  if (!('preview' in properties)) return [];
  const more = 'slug' in properties ? slugs.slice(-1).map((slug) => ({ slug })) : [];
  return previews.flatMap((preview) =>
    [{}, ...more].map(
      (each) => `?${new URLSearchParams({ ...each, preview, perspective: 'drafts' }).toString()}`,
    ),
  );
};

type Sent = Omit<SentRequest, 'headers'> & { readonly headers?: SentRequest['headers'] };

/**
 * Every way for a caller without a session to ask for content: each read that is open, with each value of each
 * parameter; each other operation about content, which must be rejected.
 */
export const publicRequests = (known: Known): readonly Sent[] => {
  const pool = poolOf(known);
  const few = poolOf({
    ...known,
    ids: known.ids.slice(-1),
    slugs: known.slugs.slice(-1),
    titles: known.titles.slice(-1),
  });
  return operations.flatMap(([, operation]): readonly Sent[] => {
    const { method, path, auth } = operation;
    if (
      !/^\/api\/(?:content|changes$|collections|trash|drafts|schedule|transfer\/export)/.test(path)
    )
      return [];
    const isOpen = auth === 'public' && method === 'get';
    const values = isOpen ? pool : few;
    const queries = [...queriesOf(operation, values), ...previewQueries(operation, known)];
    return pathsOf(path, values).flatMap((place) =>
      queries.flatMap((query): readonly Sent[] => {
        const request = { method: method.toUpperCase(), path: `${place}${query}` };
        if (!isOpen || !place.startsWith('/api/content/') || query !== '') return [request];
        const headers = { 'If-None-Match': '*' };
        return [request, { ...request, method: 'HEAD' }, { ...request, headers }];
      }),
    );
  });
};
