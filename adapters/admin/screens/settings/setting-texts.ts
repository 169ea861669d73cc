import type { SettingGroup, SettingName } from '../../../../contracts/client/vocabulary.ts';
import type { Choice } from '../../components/inputs/radio-group.tsx';

/** Texts for people, where the description of a setting is for developers. A setting without one has its description. */
export const hints: Partial<Record<SettingName, string>> = {
  siteName: 'In the rail, in page titles and on the login page.',
  timeZone: 'In which people plan when content is published.',
  registrationEnabled:
    'New accounts become viewers: they read everything, drafts included, and change nothing.',
  requireSecondFactor:
    'The highest role that somebody has in any collection counts. Whoever signs in with an identity provider needs no second factor here.',
  secondFactorGraceDays:
    'Afterwards, accounts without one can do nothing but set it up. Counted from when the role was chosen or, for newer accounts, from their creation.',
  searchLanguage:
    'With a language, other forms of a word are found too: “tide” finds “tides”. After a change, the index is rebuilt in the background; until then, the search answers as before.',
  historyMaxPerItem: 'Older versions are removed. 0 keeps no history at all.',
  historyMaxDays: '0 keeps versions of any age.',
  trashDays:
    'Deleted content can be restored during this time. With 0, it is deleted permanently at once.',
  changesDays: 'Programs that follow the changes start again if they were away for longer.',
};

/** What the choices of a setting mean, in their order on the screen. Without one, people see the values. */
export const choiceTexts: Partial<Record<SettingName, readonly Choice<string>[]>> = {
  publicContent: [
    {
      value: 'published',
      label: 'Only signed-in users',
      hint: 'Visitors and API tokens find published items only. Drafts and archived items look to them as if they did not exist.',
    },
    {
      value: 'all',
      label: 'Everybody',
      hint: 'Anyone can read drafts and archived items through the API, without an account.',
    },
  ],
};

/** What all settings of a group are about. */
export const introductions: Partial<Record<SettingGroup, string>> = {
  History:
    'Every save keeps a version of the item, which can be compared and restored. The newest version, the last published one, and versions with a note always stay.',
};
