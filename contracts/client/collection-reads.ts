import type { Api } from '../api.ts';
import type { ContentItemDto } from '../schemas/content-schemas.ts';
import type { ClientRequest, ClientResponse } from './client-types.ts';

/** The id of an item of a collection, as `quoin types` declares it. */
export type Reference<Name extends string = string> = string & { readonly __collection: Name };

/** The data of an item that is not published: required fields can be missing. The type and the id of a block never are. */
export type Draft<Data> = unknown extends Data
  ? Data
  : Data extends string | number | boolean | null | undefined
    ? Data
    : Data extends readonly (infer Entry)[]
      ? Draft<Entry>[]
      : { [Key in keyof Data]?: Draft<Data[Key]> | null } & (Data extends {
          readonly type: string;
          readonly id: string;
        }
          ? Pick<Data, 'type' | 'id'>
          : unknown);

/** Items of localised collections have both: `quoin types` marks their data. */
type PlacementOf<Data> = '__localized' extends keyof Data
  ? { readonly locale: string; readonly group: string }
  : unknown;

type Names<Collections> = keyof Collections & string;

/**
 * An item of a collection, or of any. With `perspective=drafts`, a published item has the data of its working copy, which
 * can lack required fields.
 *
 * @typeParam Collections what `quoin types` writes under this name: the data of published items by collection.
 */
export type ItemOf<Collections, Name extends Names<Collections> = Names<Collections>> = {
  [Each in Name]: Omit<ContentItemDto, 'id' | 'status' | 'data'> & {
    readonly id: Reference<Each>;
  } & PlacementOf<Collections[Each]> &
    (
      | { readonly status: 'published'; readonly data: Collections[Each] }
      | { readonly status: 'draft' | 'archived'; readonly data: Draft<Collections[Each]> }
    );
}[Name];

/** The items that `expand` adds: that of a reference has the type of its collection. */
export type IncludedOf<Collections> = {
  readonly [Name in Names<Collections> as Reference<Name>]?: ItemOf<Collections, Name>;
} & { readonly [id: string]: ItemOf<Collections> };

/** An item with the members that `fields` names. */
type Selected<Item> = Item extends { readonly id: infer Id; readonly data: infer Data }
  ? { readonly id: Id } & Partial<Omit<Item, 'id' | 'data'>> & { readonly data?: Draft<Data> }
  : never;

type Entry<Old, Item> = Old extends { readonly item: unknown }
  ? Omit<Old, 'item'> & { readonly item: Item }
  : Item;

type Body<Old, Collections, Item> = {
  readonly [Key in keyof Old]: Key extends 'included'
    ? IncludedOf<Collections>
    : Key extends 'data'
      ? Old[Key] extends readonly (infer Each)[]
        ? readonly Entry<Each, Item>[]
        : Item
      : Old[Key];
};

type Answer<Id extends keyof Api, Collections, Item> = Promise<
  Omit<ClientResponse<Api[Id]>, 'body'> & {
    readonly body: Body<ClientResponse<Api[Id]>['body'], Collections, Item>;
  }
>;

type OfCollection<Id extends keyof Api, Name> = ClientRequest<Api[Id]> & {
  readonly params: { readonly name: Name };
};

/** The reads of content, with the types of the collections. */
export interface CollectionReads<C> {
  listContent<Name extends Names<C> = Names<C>>(
    request?: ClientRequest<Api['listContent']> & {
      readonly query?: { readonly collection?: Name | undefined } | undefined;
    },
  ): Answer<'listContent', C, ItemOf<C, Name>>;
  search<Name extends Names<C> = Names<C>>(
    request: ClientRequest<Api['search']> & {
      readonly query: { readonly collection?: Name | undefined };
    },
  ): Answer<'search', C, ItemOf<C, Name>>;
  /** The item of a {@link Reference} has the type of its collection. */
  getContent<Name extends Names<C> = Names<C>>(
    request: ClientRequest<Api['getContent']> & {
      readonly params: { readonly id: string | Reference<Name> };
    },
  ): Answer<'getContent', C, ItemOf<C, Name>>;
  listCollectionContent<Name extends Names<C>>(
    request: OfCollection<'listCollectionContent', Name>,
  ): Answer<'listCollectionContent', C, ItemOf<C, Name>>;
  getCollectionContent<Name extends Names<C>>(
    request: OfCollection<'getCollectionContent', Name>,
  ): Answer<'getCollectionContent', C, ItemOf<C, Name>>;
  getSingleton<Name extends Names<C>>(
    request: OfCollection<'getSingleton', Name>,
  ): Answer<'getSingleton', C, ItemOf<C, Name>>;
  /** With `fields`, every member but the id can be missing. */
  queryContent<Name extends Names<C>, Fields extends string | undefined = undefined>(
    request: OfCollection<'queryContent', Name> & {
      readonly query?: { readonly fields?: Fields } | undefined;
    },
  ): Answer<
    'queryContent',
    C,
    [Fields] extends [undefined] ? ItemOf<C, Name> : Selected<ItemOf<C, Name>>
  >;
}
