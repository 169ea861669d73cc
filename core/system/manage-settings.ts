import { authorize } from '../access/policy.ts';
import { audienceOf } from '../access/visibility.ts';
import type { AfterCommit } from '../events/domain-event.ts';
import type { OutdatedEntries } from '../events/outdated-entries.ts';
import { addAudit } from '../events/record-audit.ts';
import { visibilityEvent } from '../events/stored-event.ts';
import { anonymous, type Actor } from '../model/actor.ts';
import { auditActorOf } from '../model/audit-entry.ts';
import {
  maxChangesDays,
  maxTrashDays,
  parseTimeZone,
  searchLanguageOf,
  siteNameMaxLength,
  timeZoneOf,
  trashDaysOf,
  type PublicContent,
  type Settings,
} from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

export const getSettings =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (actor: Actor): Promise<Settings> => {
    authorize(actor, 'administer');
    return (await site.load()).settings;
  };

/** Absent members keep their value. */
export interface UpdateSettings {
  readonly siteName?: string | undefined;
  readonly registrationEnabled?: boolean | undefined;
  readonly publicContent?: PublicContent | undefined;
  readonly timeZone?: string | undefined;
  readonly historyMaxPerItem?: number | undefined;
  readonly historyMaxDays?: number | undefined;
  readonly trashDays?: number | undefined;
  readonly changesDays?: number | undefined;
  /** A text-search configuration that the store offers. */
  readonly searchLanguage?: string | undefined;
}

interface SettingsDependencies extends Pick<Dependencies, 'store' | 'search' | 'clock'> {
  readonly outdatedEntries: Pick<OutdatedEntries, 'announce'>;
  readonly afterCommit: AfterCommit;
}

export const updateSettings =
  ({ store, search, clock, outdatedEntries, afterCommit }: SettingsDependencies) =>
  async (actor: Actor, command: UpdateSettings): Promise<Settings> => {
    authorize(actor, 'administer');
    const { siteName, registrationEnabled, publicContent, timeZone } = command;
    const { historyMaxPerItem, historyMaxDays, trashDays, changesDays, searchLanguage } = command;
    const changes = {
      ...(siteName !== undefined && {
        siteName: parseText('siteName', siteName, { min: 1, max: siteNameMaxLength }),
      }),
      ...(registrationEnabled !== undefined && { registrationEnabled }),
      ...(publicContent !== undefined && { publicContent }),
      ...(timeZone !== undefined && { timeZone: parseTimeZone(timeZone) }),
      ...(historyMaxPerItem !== undefined && {
        historyMaxPerItem: parseCount('historyMaxPerItem', historyMaxPerItem),
      }),
      ...(historyMaxDays !== undefined && {
        historyMaxDays: parseCount('historyMaxDays', historyMaxDays),
      }),
      ...(trashDays !== undefined && {
        trashDays: parseCount('trashDays', trashDays, { max: maxTrashDays }),
      }),
      ...(changesDays !== undefined && {
        changesDays: parseCount('changesDays', changesDays, { min: 1, max: maxChangesDays }),
      }),
      ...(searchLanguage !== undefined && {
        searchLanguage: await parseSearchLanguage(search, searchLanguage),
      }),
    };
    const [before, after] = await store.exclusively('settings', async (inside) => {
      const { settings } = await inside.site.load();
      const revised = { ...settings, ...changes };
      await inside.site.saveSettings(revised);
      const language = searchLanguageOf(revised);
      if (language !== searchLanguageOf(settings)) await inside.search.useLanguage(language);
      if (revised.publicContent !== settings.publicContent)
        await inside.outbox.add([visibilityEvent({}, clock.now())]);
      await addAudit(inside, auditActorOf(actor), {
        action: 'settings.update',
        detail: Object.keys(changes).join(', '),
      });
      return [settings, revised];
    });
    if (searchLanguageOf(before) !== searchLanguageOf(after))
      await afterCommit(async () => outdatedEntries.announce());
    return after;
  };

export const listSearchLanguages =
  ({ search }: Pick<Dependencies, 'search'>) =>
  async (actor: Actor): Promise<readonly string[]> => {
    authorize(actor, 'administer');
    return search.languages();
  };

/** @throws DomainError `invalid_input` unless the store offers the language. */
const parseSearchLanguage = async (
  search: Dependencies['search'],
  language: string,
): Promise<string> => {
  const offered = await search.languages();
  if (offered.includes(language)) return language;
  const message = `must be one of: ${offered.join(', ')}`;
  throw invalid('invalid_input', [{ path: 'searchLanguage', message }]);
};

const parseCount = (
  path: string,
  value: number,
  { min = 0, max = Number.MAX_SAFE_INTEGER } = {},
): number => {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  throw invalid('invalid_input', [{ path, message: `must be a whole number ${range}` }]);
};

export const getSiteName =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<string> =>
    (await site.load()).settings.siteName;

export const getTimeZone =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<string> =>
    timeZoneOf((await site.load()).settings);

export const getTrashDays =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<number> =>
    trashDaysOf((await site.load()).settings);

export const draftsArePublic =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<boolean> =>
    !audienceOf(anonymous, await site.load()).publishedOnly;
