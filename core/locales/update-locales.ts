import { authorize } from '../access/policy.ts';
import type { Announcement } from '../events/announcement.ts';
import type { AfterCommit, Notifying } from '../events/notification.ts';
import { audited } from '../events/record-audit.ts';
import { collectionEvents, localesEvent } from '../events/collection-events.ts';
import { grantsAfterRenaming, type Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { Locale, LocaleCode } from '../model/locale.ts';
import { searchLanguagesOf, type SearchLanguages, type Settings } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';
import { laterOf, type EpochMs } from '../primitives/time.ts';
import { assertUnused } from './locale-uses.ts';
import { parseLocales, type LocaleRequest } from './parse-locales.ts';

export interface UpdateLocales {
  /** The new list, in its order: the first one is the default. */
  readonly locales: readonly LocaleRequest[];
}

/** Whether a caller accepts the stored list as the base of a change. */
export type ExpectedLocales = (locales: readonly Locale[]) => boolean;

export const listLocales =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<readonly Locale[]> =>
    (await site.load()).settings.locales ?? [];

type UpdateDependencies = Pick<Dependencies, 'store' | 'search' | 'clock'> &
  Notifying & {
    readonly outdatedEntries: Pick<Announcement, 'announce'>;
    readonly afterCommit: AfterCommit;
  };

export const updateLocales =
  ({ store, search, clock, notify, outdatedEntries, afterCommit }: UpdateDependencies) =>
  async (
    actor: Actor,
    { locales: requests }: UpdateLocales,
    isExpected?: ExpectedLocales,
  ): Promise<readonly Locale[]> => {
    authorize(actor, 'administer');
    const languages = await search.languages();
    const replace = async (inside: Repositories) => {
      const { locales: stored = [], ...settings } = (await inside.site.load()).settings;
      if (isExpected?.(stored) === false) {
        throw new DomainError('version_mismatch', 'The locales have changed since you read them');
      }
      const { locales, renamed } = parseLocales(requests, stored, languages);
      const kept = new Set([...locales.map(({ code }) => code), ...renamed.keys()]);
      const removed = stored.filter(({ code }) => !kept.has(code));
      const now = clock.now();
      // Before the items: changes that were decided with the former locales fail then, or are seen.
      const changed =
        removed.length + renamed.size === 0 ? [] : await reviseLocalized(inside, renamed, now);
      await assertUnused(
        inside,
        removed.map(({ code }) => code),
      );
      const revised = withLocales(settings, locales);
      await inside.site.saveSettings(revised);
      for (const { code } of removed) await renameInGrants(inside, code, undefined);
      const hasOtherLanguages = await useLanguages(inside, withLocales(settings, stored), revised);
      if (renamed.size === 0) return { locales, changed, hasOtherLanguages };
      for (const [from, to] of renamed) {
        await inside.contents.renameLocale(from, to);
        await renameInGrants(inside, from, to);
        await inside.media.renameLocale(from, to);
      }
      await renameInWebhooks(inside, renamed);
      await inside.outbox.add([localesEvent({}, now)]);
      return { locales, changed, hasOtherLanguages };
    };
    const { locales, changed, hasOtherLanguages } = await audited(
      { store, lock: 'settings' },
      actor,
      replace,
      ({ locales: after }) => ({
        action: 'locales.update',
        detail: after.map(({ code }) => code).join(', '),
      }),
    );
    if (hasOtherLanguages) await afterCommit(async () => outdatedEntries.announce());
    if (changed.length === 0) return locales;
    await notify({ type: 'stored' });
    for (const each of changed) await notify({ type: 'collection', ...each });
    return locales;
  };

const withLocales = (settings: Omit<Settings, 'locales'>, locales: readonly Locale[]): Settings =>
  locales.length === 0 ? settings : { ...settings, locales };

/** Makes the index of the search anew if a locale has another language there. @returns whether one has. */
const useLanguages = async (
  { search }: Pick<Repositories, 'search'>,
  before: Settings,
  after: Settings,
): Promise<boolean> => {
  const [former, languages] = [searchLanguagesOf(before), searchLanguagesOf(after)];
  const textOf = ({ ofLocales }: SearchLanguages): string =>
    JSON.stringify(
      Object.entries(ofLocales)
        .map(([code, language]) => `${code} ${language}`)
        .toSorted(),
    );
  if (textOf(former) === textOf(languages)) return false;
  await search.useLanguages(languages);
  return true;
};

interface ChangedCollection {
  readonly before: Collection;
  readonly collection: Collection;
}

/**
 * Gives localised collections their next version, and the new code of their base locale. Their items are not written, but no
 * change of an item is stored that was decided before.
 */
const reviseLocalized = async (
  { collections, outbox }: Pick<Repositories, 'collections' | 'outbox'>,
  renamed: ReadonlyMap<LocaleCode, LocaleCode>,
  now: EpochMs,
): Promise<readonly ChangedCollection[]> => {
  const changed: ChangedCollection[] = [];
  for (const before of await collections.list()) {
    if (before.baseLocale === undefined) continue;
    const baseLocale = renamed.get(before.baseLocale) ?? before.baseLocale;
    const updatedAt = laterOf(before.updatedAt, now);
    const collection = { ...before, baseLocale, version: before.version + 1, updatedAt };
    await collections.update(collection);
    await outbox.add(collectionEvents(before, collection, now, undefined));
    changed.push({ before, collection });
  }
  return changed;
};

/** A grant names a locale by its new code. @param to undefined for a locale that is removed. */
const renameInGrants = async (
  { users, invitations }: Pick<Repositories, 'users' | 'invitations'>,
  from: LocaleCode,
  to: LocaleCode | undefined,
): Promise<void> => {
  await users.renameGrantedLocale(from, to);
  for (const invitation of await invitations.list()) {
    if (!invitation.grants.some(({ locales }) => locales?.includes(from))) continue;
    const grants = grantsAfterRenaming(invitation.grants, from, to);
    await invitations.store({ ...invitation, grants });
  }
};

/** A webhook that is told of a locale is told of it under its new code. */
const renameInWebhooks = async (
  { webhooks }: Pick<Repositories, 'webhooks'>,
  renamed: ReadonlyMap<LocaleCode, LocaleCode>,
): Promise<void> => {
  for (const webhook of await webhooks.list()) {
    const locales = webhook.locales.map((code) => renamed.get(code) ?? code);
    if (locales.some((code, index) => code !== webhook.locales[index])) {
      await webhooks.update({ ...webhook, locales });
    }
  }
};
