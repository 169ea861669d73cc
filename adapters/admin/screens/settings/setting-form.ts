import {
  settingGroups,
  settingRows,
  type SettingGroup,
  type SettingName,
  type Setting,
} from '../../../../contracts/client/vocabulary.ts';
import type { SettingsDto } from '../../../../contracts/operations/settings.ts';
import { t } from '../../catalogue/texts.ts';

/** What the form edits: numbers as they are typed, and roles as one text, so that equal values are equal. */
export type Draft = Readonly<Record<SettingName, string | boolean>>;

export const rolesText = (values: readonly string[]): string => values.join(' ');

export const rolesIn = (text: string): readonly string[] =>
  text.split(' ').filter((role) => role !== '');

export const draftOf = (saved: SettingsDto): Draft =>
  Object.fromEntries(
    settingRows.map(([name]) => {
      const value = saved[name];
      if (typeof value === 'number') return [name, String(value)];
      return [name, Array.isArray(value) ? rolesText(value) : value];
    }),
  ) as Draft;

/** Sends what is no number as null, which the service rejects. */
const numberIn = (text: string): number => (text.trim() === '' ? NaN : Number(text));

/** The body of the request that saves the draft. */
export const settingsOf = (draft: Draft): SettingsDto =>
  Object.fromEntries(
    settingRows.map(([name, { kind }]) => [name, sentAs(kind, draft[name])]),
  ) as unknown as SettingsDto;

const sentAs = (kind: Setting['kind'], value: string | boolean) => {
  if (kind === 'count') return numberIn(String(value));
  return kind === 'roles' ? rolesIn(String(value)) : value;
};

/** One control of the form. */
export interface SettingControl {
  readonly name: SettingName;
  readonly label: string;
  /** Undefined if the choices say everything. */
  readonly hint: string | undefined;
  readonly setting: Setting;
}

/** One card of the form. */
export interface SettingCard {
  readonly heading: SettingGroup;
  readonly introduction: string | undefined;
  readonly controls: readonly SettingControl[];
}

const hintOf = (name: SettingName, { description }: Setting): string | undefined => {
  if (t.settings.choices[name] !== undefined) return undefined;
  // A description is Markdown.
  return t.settings.hints[name] ?? description.replaceAll('`', '');
};

/** The form, from the table of settings. */
export const settingCards: readonly SettingCard[] = settingGroups.map((heading) => ({
  heading,
  introduction: t.settings.introductions[heading],
  controls: settingRows
    .filter(([, { group }]) => group === heading)
    .map(([name, setting]) => ({
      name,
      label: t.settings.labels[name] ?? setting.label,
      hint: hintOf(name, setting),
      setting,
    })),
}));

/** The labels of all controls, in the order of the screen. */
export const labels: Readonly<Record<string, string>> = Object.fromEntries(
  settingCards.flatMap(({ controls }) => controls.map(({ name, label }) => [name, label])),
);

/** What can be chosen, in the order of the screen. */
export const choicesOf = (name: SettingName, choices: readonly string[]) =>
  t.settings.choices[name] ?? choices.map((value) => ({ value, label: value }));
