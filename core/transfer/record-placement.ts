import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import {
  groupOf,
  localeTaken,
  notLocalized,
  parseLocale,
  type Placement,
} from '../model/content/translation.ts';
import type { Locale, LocaleCode } from '../model/locale.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
import type { EpochMs } from '../primitives/time.ts';
import { parseUuid } from '../primitives/uuid.ts';
import type { ContentRecord } from './content-record.ts';

/** What a record says about its place among translations. Members that it does not say are undefined. */
export interface NamedPlacement {
  /** In a localised collection, the locale of a new item. */
  readonly locale: LocaleCode | undefined;
  /** Whether the record says it: otherwise it is the base locale of the collection, and a stored item keeps its own. */
  readonly hasLocale: boolean;
  readonly groupId: string | undefined;
  readonly groupSince: EpochMs | undefined;
  readonly formerIds: readonly string[];
}

/**
 * @param parseTime rejects what is no time.
 * @throws DomainError `not_localized` for a record with a locale, a group or a source of a collection without them;
 *   `invalid_input` for a locale that the service does not have, and for a group or a former id that is no UUID.
 */
export const parsePlacement = (
  { locale, group, groupSince, source, formerIds = [] }: ContentRecord,
  { baseLocale }: Collection,
  locales: readonly Locale[],
  parseTime: (path: string, time: EpochMs | undefined) => EpochMs | undefined,
): NamedPlacement => {
  if (baseLocale === undefined) {
    if ([locale, group, source].some((each) => each !== undefined)) throw notLocalized();
    return {
      locale: undefined,
      hasLocale: false,
      groupId: undefined,
      groupSince: undefined,
      formerIds: [],
    };
  }
  const groupId = group === undefined ? undefined : parseUuid('group', group);
  return {
    locale: locale === undefined ? baseLocale : parseLocale(locales, locale),
    hasLocale: locale !== undefined,
    groupId,
    groupSince: parseTime('group_since', groupSince),
    formerIds: formerIds.map((id, index) => parseUuid(`formerIds.${index}`, id)),
  };
};

/** The place of a new item: without a group in the record, one begins with it. */
export const placementOf = (
  { locale, groupId, groupSince }: NamedPlacement,
  item: Pick<ContentItem, 'id' | 'createdAt'>,
): Placement => {
  if (locale === undefined) return {};
  const { id, since } = groupOf(item);
  return { locale, group: { id: groupId ?? id, since: groupSince ?? since } };
};

/** The groups of translations after the changes that are planned so far. */
export interface GroupPlan {
  /**
   * The place that the item of a record gets. A stored item keeps what the record does not say.
   *
   * @param item has the id and the time of creation that it will have.
   * @param before the stored item.
   */
  readonly placementFor: (
    named: NamedPlacement,
    item: ContentItem,
    before: ContentItem | undefined,
  ) => Promise<Placement>;
  /** Plans that the item is stored. @throws DomainError `locale_taken`, if it is a dry run: otherwise the store decides. */
  readonly enter: (item: ContentItem) => Promise<void>;
}

/** An item in a group. */
export interface Member extends Pick<ContentItem, 'id' | 'locale'> {
  readonly groupId: string;
  /** When the group began, if it is known. */
  readonly since?: EpochMs | undefined;
}

export interface GroupRules {
  /** The records come from an export, which says when each group began. */
  readonly verbatim: boolean;
  readonly dryRun: boolean;
}

/** @param planned items that are stored before. */
export const planGroups = (
  contents: Pick<ContentRepository, 'findByGroup'>,
  planned: readonly Member[],
  { verbatim, dryRun }: GroupRules,
): GroupPlan => {
  const members = new Map(planned.map((member) => [member.id, member]));
  const stored = new Map<string, readonly Member[]>();
  const othersIn = async (groupId: string, id: string): Promise<readonly Member[]> => {
    const found = stored.get(groupId) ?? (await contents.findByGroup(groupId)).map(memberOf);
    stored.set(groupId, found);
    const all = [...members.values(), ...found.filter((member) => !members.has(member.id))];
    return all.filter((member) => member.groupId === groupId && member.id !== id);
  };
  return {
    placementFor: async (named, item, before) => {
      const isStored = before?.locale !== undefined && before.collectionId === item.collectionId;
      const locale = isStored && !named.hasLocale ? before.locale : named.locale;
      const { groupId, groupSince } = named;
      if (locale === undefined) return {};
      if (isStored && (groupId === undefined || groupId === groupOf(before).id)) {
        return { locale, group: before.group };
      }
      const isSaid = groupSince !== undefined || (verbatim && groupId === item.id);
      const others = groupId === undefined || isSaid ? [] : await othersIn(groupId, item.id);
      const since = groupSince ?? others.find((other) => other.since !== undefined)?.since;
      return { group: undefined, ...placementOf({ ...named, locale, groupSince: since }, item) };
    },

    enter: async (item) => {
      if (item.locale === undefined) return;
      const member = memberOf(item);
      if (dryRun) {
        const others = await othersIn(member.groupId, item.id);
        if (others.some(({ locale }) => locale === item.locale)) throw localeTaken();
      }
      members.set(item.id, member);
    },
  };
};

const memberOf = (item: ContentItem): Member => {
  const { id: groupId, since } = groupOf(item);
  return { id: item.id, locale: item.locale, groupId, since };
};
