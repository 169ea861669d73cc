import { expect, test } from 'vitest';
import type { Field } from '../../core/vocabulary.ts';
import type {
  accountOperations,
  Api,
  contentOperations,
  ContentItemDto,
  FieldDto,
  Handlers,
  Input,
  JsonTextOf,
  mediaOperations,
  Output,
  systemOperations,
} from '../../contracts/index.ts';

// These tests run at compile time. An unused @ts-expect-error is a compiler error.

type Content = typeof contentOperations;
type Media = typeof mediaOperations;
type Accounts = typeof accountOperations;
type System = typeof systemOperations;

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only with the type argument `true`. */
const holds = <_ extends true>(): void => {};

const item: ContentItemDto = {
  id: 'i',
  title: 't',
  slug: 's',
  status: 'draft',
  collectionId: 'c',
  data: { any: [1, null] },
  created_at: 1,
  updated_at: 1,
  published_at: null,
};

const mediaHandlers: Handlers<Media, { readonly who: string }> = {
  listMedia: async () => Promise.reject(new Error('not asked')),
  uploadMedia: async ({ body, who }) => {
    const { folder } = await body.fields();
    return Promise.reject(new Error(`${who} ${folder ?? ''} ${body.file.name}`));
  },
  rebaseMedia: async ({ body }) => Promise.reject(new Error(body.from ?? '')),
  getMedia: async ({ params }) => Promise.reject(new Error(params.id)),
  updateMedia: async ({ body }) => Promise.reject(new Error(body.alt ?? '')),
  deleteMedia: async ({ params }) => ({ data: { id: params.id, deleted: true } }),
};

test('a handler receives what its operation declares, and its context', async () => {
  const nothing = { query: undefined, headers: undefined, body: undefined };
  const answer = await mediaHandlers.deleteMedia({ params: { id: 'x' }, ...nothing, who: 'me' });
  expect(answer).toEqual({ data: { id: 'x', deleted: true } });

  holds<Equal<Input<Content['getContent']>['params'], { id: string }>>();
  holds<Equal<Input<Content['getContent']>['body'], undefined>>();
  holds<
    Equal<Input<Content['listContent']>['query']['status'], ContentItemDto['status'] | undefined>
  >();
  holds<Equal<Input<Content['updateContent']>['headers']['If-Match'], string | undefined>>();
  holds<Equal<Input<Accounts['logOut']>['body'], { _csrf?: string } | undefined>>();
  holds<
    Equal<
      Input<Accounts['logIn']>['body'],
      () => Promise<{ email: string; password: string; code?: string }>
    >
  >();
  holds<Equal<Input<Content['updateContent']>['body']['title'], string | undefined>>();
});

test('a missing handler does not compile', () => {
  const { deleteMedia: _, ...missing } = mediaHandlers;
  // @ts-expect-error deleteMedia is missing
  const handlers: Handlers<Media, { readonly who: string }> = missing;
  expect(handlers).not.toHaveProperty('deleteMedia');
});

test('a handler without an operation does not compile', () => {
  const handlers: Handlers<Media, { readonly who: string }> = {
    ...mediaHandlers,
    // @ts-expect-error the operation does not exist
    renameMedia: async () => undefined,
  };
  expect(handlers).toHaveProperty('renameMedia');
});

test('an unknown parameter does not compile', () => {
  const handler: Handlers<Content, unknown>['getContent'] = async ({ params }) =>
    // @ts-expect-error the parameter is called id
    Promise.reject(new Error(params.slug));
  const query: Input<Content['listContent']>['query'] = {
    // @ts-expect-error the query has no member order
    sort: 'title',
  };
  expect([handler, query]).toHaveLength(2);
});

test('a response without a field or a header does not compile', () => {
  const { slug: _, ...withoutSlug } = item;
  const answers: readonly Output<Content['updateContent']>[] = [
    { headers: { ETag: '"1"' }, body: { data: item } },
    // @ts-expect-error the item has no slug
    { headers: { ETag: '"1"' }, body: { data: withoutSlug } },
    // @ts-expect-error the ETag is missing
    { headers: {}, body: { data: item } },
    // @ts-expect-error the operation has no such status
    { status: 204, headers: { ETag: '"1"' }, body: { data: item } },
  ];
  expect(answers).toHaveLength(4);
});

test('a response with a status that its operation does not name does not compile', () => {
  type Status = Output<System['getSystemHealth']>['status'];
  holds<Equal<Status, 200 | 503 | undefined>>();
  holds<Equal<Output<System['getFile']>['status'], 200 | 206 | 416 | undefined>>();
});

test('a redirect names its target and has no body', () => {
  const answer: Output<Accounts['logOutByLink']> = {
    headers: { Location: '/auth/login', 'Set-Cookie': ['auth_token='] },
    body: undefined,
  };
  const nowhere: Output<Accounts['logOutByLink']> = {
    // @ts-expect-error the Location is missing
    headers: { 'Set-Cookie': [] },
    body: undefined,
  };
  expect([answer, nowhere]).toHaveLength(2);
});

test('rendered text is accepted only in place of its value', () => {
  const text = JSON.stringify({ data: item }) as JsonTextOf<{ data: ContentItemDto }>;
  const other = JSON.stringify({ data: 1 }) as JsonTextOf<{ data: number }>;
  const answers: readonly Output<Content['updateContent']>[] = [
    { headers: { ETag: '"1"' }, body: text },
    // @ts-expect-error a plain string is not rendered text
    { headers: { ETag: '"1"' }, body: '{}' },
    // @ts-expect-error the rendered text has another type
    { headers: { ETag: '"1"' }, body: other },
  ];
  expect(answers).toHaveLength(3);
});

test('the fields of a collection have the same type in the core and in the contract', () => {
  holds<Equal<keyof Field, keyof FieldDto>>();
  const field: Field = { type: 'array', items: { type: 'number', enum: [1, 2] } };
  const shown: FieldDto = field;
  expect(shown).toBe(field);
});

test('the API is one record of operations', () => {
  holds<Equal<Api['createContent'], Content['createContent']>>();
  expect(Object.keys(mediaHandlers)).toHaveLength(6);
});
