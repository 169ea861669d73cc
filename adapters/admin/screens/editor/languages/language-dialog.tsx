import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { SelectField } from '../../../components/inputs/field.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { localeName, locales } from '../../../shell/locales.ts';
import { may } from '../../../shell/session.ts';
import type { Editing } from '../model/editing.ts';
import { groupFailure } from '../../../translations/group-failure.ts';
import type { Translations } from './use-translations.ts';

interface LanguageDialogProps {
  readonly editing: Editing;
  readonly translations: Translations;
  readonly onClose: () => void;
}

const whyNone = (hasFree: boolean): string =>
  hasFree ? t.itemLanguages.change.notAllowed : t.itemLanguages.change.allTaken;

/** Corrects the language of an item: one that its translations do not have. */
export const LanguageDialog = ({ editing, translations, onClose }: LanguageDialogProps) => {
  const current = editing.stored.value?.item.locale ?? '';
  const [chosen, setChosen] = useState(current);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const taken = new Set(
    (translations.value ?? []).flatMap(({ id, locale }) => (id === undefined ? [] : [locale])),
  );
  const { name } = editing.collection;
  const free = locales.value.filter(({ code }) => code !== current && !taken.has(code));
  const offered = locales.value.filter(
    ({ code }) => code === current || (!taken.has(code) && may('edit', name, code)),
  );
  const isOnlyChoice = offered.length < 2;

  const change = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await editing.setLocale(chosen);
      showToast({ text: t.itemLanguages.change.done(localeName(chosen)) });
      onClose();
    } catch (failure) {
      setError(groupFailure(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t.itemLanguages.change.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            busy={isBusy}
            disabled={chosen === current}
            onClick={() => void change()}
          >
            {t.itemLanguages.change.title}
          </Button>
        </>
      }
    >
      <p class="quiet-text">{t.itemLanguages.change.explanation}</p>
      <SelectField
        label={t.common.language}
        hint={isOnlyChoice ? whyNone(free.length > 0) : t.itemLanguages.change.offered}
        error={error}
        value={chosen}
        options={offered.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={setChosen}
      />
    </Dialog>
  );
};
