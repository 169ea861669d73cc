import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { isRenamed, type DraftLocale } from './draft-locales.ts';

/** Asks before languages get other codes. @returns whether to go on. */
export const mayRename = async (drafts: readonly DraftLocale[]): Promise<boolean> => {
  const renamed = drafts.filter(isRenamed);
  if (renamed.length === 0) return true;
  const changes = renamed.map(({ savedCode, code }) =>
    t.localeSettings.codes.becomes(savedCode ?? '', code.trim()),
  );
  return confirm({
    title:
      renamed.length === 1
        ? t.localeSettings.codes.changeOne
        : t.localeSettings.codes.changeSeveral,
    text: t.localeSettings.codes.text(changes.join(', ')),
    action: t.localeSettings.codes.action,
    danger: true,
  });
};

/** Asks whether to show the list that somebody else has saved meanwhile, instead of what is typed. */
export const wantsTheirs = (): Promise<boolean> =>
  confirm({
    title: t.localeSettings.outdated.title,
    text: t.localeSettings.outdated.text,
    action: t.localeSettings.outdated.load,
    cancel: t.common.goBack,
    danger: true,
  });
