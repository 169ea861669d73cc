import { authorize } from '../access/policy.ts';
import { audienceOf } from '../access/visibility.ts';
import type { AfterCommit } from '../events/notification.ts';
import type { Announcement } from '../events/announcement.ts';
import { audited } from '../events/record-audit.ts';
import { visibilityEvent } from '../events/collection-events.ts';
import { anonymous, type Actor } from '../model/actor.ts';
import { withRequiredSince } from '../model/site/factor-policy.ts';
import {
  searchLanguagesOf,
  settingOf,
  settingValues,
  type Settings,
} from '../model/site/settings.ts';
import {
  settingEffects,
  settingRows,
  type SettingChanges,
  type SettingEffect,
  type SettingName,
  type SettingValues,
} from '../model/site/settings-table.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { parseSetting } from './parse-setting.ts';

export const getSettings =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (actor: Actor): Promise<SettingValues> => {
    authorize(actor, 'administer');
    return settingValues((await site.load()).settings);
  };

/** By name: see [settings](rest-api.md#settings). Absent settings keep their value. */
export type UpdateSettings = SettingChanges;

interface SettingsDependencies extends Pick<Dependencies, 'store' | 'search' | 'clock'> {
  readonly outdatedEntries: Pick<Announcement, 'announce'>;
  readonly afterCommit: AfterCommit;
}

export const updateSettings =
  (dependencies: SettingsDependencies) =>
  async (actor: Actor, command: UpdateSettings): Promise<SettingValues> => {
    authorize(actor, 'administer');
    const changes = await parseSettings(dependencies, command);
    const { store, clock, afterCommit } = dependencies;
    const effects = effectsOf(dependencies);
    const revise = async (inside: Repositories) => {
      const { settings } = await inside.site.load();
      const changed = { ...settings, ...changes };
      const revised =
        changes.requireSecondFactor === undefined
          ? changed
          : withRequiredSince(settings, changed, clock.now());
      await inside.site.saveSettings(revised);
      const after = settingValues(revised);
      const caused = effectsBetween(settingValues(settings), after).map((name) => effects[name]);
      for (const effect of caused) await effect.store(inside, revised);
      return { after, caused };
    };
    const { after, caused } = await audited({ store, lock: 'settings' }, actor, revise, () => ({
      action: 'settings.update',
      detail: Object.keys(changes).join(', '),
    }));
    for (const { committed } of caused) {
      if (committed !== undefined) await afterCommit(async () => committed());
    }
    return after;
  };

const parseSettings = async (
  dependencies: Pick<Dependencies, 'search'>,
  command: UpdateSettings,
): Promise<Partial<SettingValues>> => {
  const changes: Partial<Record<SettingName, SettingValues[SettingName]>> = {};
  for (const [name, setting] of settingRows) {
    const value = command[name];
    if (value !== undefined) changes[name] = await parseSetting(dependencies, name, setting, value);
  }
  return changes as Partial<SettingValues>;
};

/** In the order in which they are stored, each once. */
const effectsBetween = (before: SettingValues, after: SettingValues): readonly SettingEffect[] => {
  const changed = settingRows.filter(([name]) => before[name] !== after[name]);
  const caused = new Set(changed.map(([, { effect }]) => effect));
  return settingEffects.filter((effect) => caused.has(effect));
};

interface Effect {
  /** In the transaction of the change. */
  readonly store: (inside: Repositories, settings: Settings) => Promise<void>;
  /** On this instance, after the commit. */
  readonly committed?: () => void;
}

const effectsOf = ({
  clock,
  outdatedEntries,
}: Pick<SettingsDependencies, 'clock' | 'outdatedEntries'>): Readonly<
  Record<SettingEffect, Effect>
> => ({
  search_index: {
    store: ({ search }, settings) => search.useLanguages(searchLanguagesOf(settings)),
    committed: outdatedEntries.announce,
  },
  visibility: {
    store: ({ outbox }) => outbox.add([visibilityEvent({}, clock.now())]),
  },
});

export const listSearchLanguages =
  ({ search }: Pick<Dependencies, 'search'>) =>
  async (actor: Actor): Promise<readonly string[]> => {
    authorize(actor, 'administer');
    return search.languages();
  };

/** The value of a setting that more people may see than all of them. */
export const getSetting =
  <N extends SettingName>({ site }: Pick<Dependencies, 'site'>, name: N) =>
  async (): Promise<SettingValues[N]> =>
    settingOf((await site.load()).settings, name);

export const draftsArePublic =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<boolean> =>
    !audienceOf(anonymous, await site.load()).publishedOnly;
