import type { PerspectiveRequest } from '../access/perspective.ts';
import { authorize, inScope } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import { itemReader } from '../content/item-reader.ts';
import { readOnBasis, type BasisDependencies, type Decided } from '../content/read-on-basis.ts';
import { requestedFilter } from '../content/requested-filter.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { notLocalized, parseLocale } from '../model/content/translation.ts';
import {
  memberStateOf,
  type GroupMember,
  type MemberSource,
  type MemberState,
  type TranslationWork,
  type WorkState,
} from '../model/content/translation-source.ts';
import type { LocaleCode } from '../model/locale.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';

export interface ListTranslations extends PerspectiveRequest {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/** What a group has in a locale. */
export interface Translation extends Partial<
  Pick<ContentItem, 'id' | 'title' | 'slug' | 'status' | 'updatedAt'>
> {
  readonly locale: LocaleCode;
  /** Undefined for callers without a session. */
  readonly state?: MemberState | 'missing' | undefined;
  readonly source?: Pick<MemberSource, 'id' | 'version'> | undefined;
  /** Of an outdated translation, the paths in which its source differs from what it was made from. */
  readonly changed?: readonly string[] | undefined;
}

export interface TranslationListing {
  /** In the order of the locales. */
  readonly translations: readonly Translation[];
  /** The item with the id. */
  readonly item: ContentItem;
}

export const listTranslations =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { id, ...request }: ListTranslations): Promise<TranslationListing> => {
    const { read } = itemReader({ id });
    const { value } = await readOnBasis(dependencies, actor, request, async (decided) => {
      const found = await read(decided);
      if (!found.isCurrent) return found;
      const { item } = found.value;
      if (item.locale === undefined) throw notLocalized();
      return listGroup(decided, item);
    });
    return value;
  };

type Member = Omit<GroupMember, 'locale' | 'groupId'>;

const listGroup = async (
  { actor, site, view, basis, previewed, repositories: { translations } }: Decided,
  item: ContentItem,
): Promise<BasedRead<TranslationListing>> => {
  const members = await translations.listGroup(item.id, view, basis);
  if (!members.isCurrent) return members;
  const isTold = actor.kind === 'user' || actor.kind === 'operator';
  // A preview token shows its item beside what everybody sees.
  const shown = previewed === undefined ? [] : [item];
  const byLocale = new Map<string | undefined, Member>(
    [...members.value, ...shown].map((member) => [member.locale, member]),
  );
  const { locales = [] } = site.settings;
  return {
    ...members,
    value: {
      item,
      translations: locales.flatMap(({ code }): readonly Translation[] => {
        const member = byLocale.get(code);
        if (member === undefined) return isTold ? [{ locale: code, state: 'missing' }] : [];
        return [
          isTold ? translationOf({ ...member, locale: code }) : publicTranslationOf(code, member),
        ];
      }),
    },
  };
};

const publicTranslationOf = (
  locale: LocaleCode,
  { id, title, slug, status, updatedAt }: Member,
): Translation => ({ locale, id, title, slug, status, updatedAt });

/** An item as callers with a session see it. */
export const translationOf = (member: Omit<GroupMember, 'groupId'>): Translation => {
  const { source } = member;
  return {
    ...publicTranslationOf(member.locale, member),
    state: memberStateOf(member),
    ...(source && { source: { id: source.id, version: source.version } }),
    ...(source && source.changed.length > 0 && { changed: source.changed }),
  };
};

export interface ListTranslationWork extends PageRequest {
  readonly locale: string;
  /** Both by default. */
  readonly state?: WorkState | undefined;
  /** The name of a collection. An unknown or inactive one gives an empty list. */
  readonly collection?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface TranslationWorkListing extends Page {
  readonly work: readonly TranslationWork[];
  /** Whether there are entries after this page. */
  readonly hasMore: boolean;
}

export const listTranslationWork =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { locale, state, collection, client, ...request }: ListTranslationWork,
  ): Promise<TranslationWorkListing> => {
    authorize(actor, 'read_translations');
    const page = parsePage(request);
    const { value } = await readOnBasis(
      dependencies,
      actor,
      { client, collection },
      async (decided) => {
        const { site, view, basis } = decided;
        const { locales = [] } = site.settings;
        const code = parseLocale(locales, locale);
        const conditions = requestedFilter(decided, { status: undefined, collection });
        const { collectionId, within } = visibleFilter(conditions, view.audience);
        const collectionIds = (site.collectionStates ?? []).flatMap(({ id, baseLocale }) =>
          baseLocale !== undefined && inScope(within, id) && (collectionId ?? id) === id
            ? [id]
            : [],
        );
        await decided.spend(page.offset * skipBytes.inIndex);
        return decided.repositories.translations.listWork(
          {
            locale: code,
            state,
            collectionIds,
            locales: locales.map((each) => each.code),
            offset: page.offset,
            // One more than requested shows whether there is a next page.
            limit: page.limit + 1,
          },
          basis,
        );
      },
    );
    return { ...page, work: value.slice(0, page.limit), hasMore: value.length > page.limit };
  };
