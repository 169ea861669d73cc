import type { TranslationDto } from '../../../../../contracts/schemas/translation-schemas.ts';
import { api } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { localeName } from '../../../shell/locales.ts';
import { placeLabel } from '../error-links.ts';
import type { OpenedItem } from '../model/open-item.ts';
import styles from './source-note.module.css';
import { ownIn, type Translations } from './use-translations.ts';

/** The source beside the form. */
export interface SourceView {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

export interface SourceProps {
  readonly source: SourceView;
}

interface SourceNoteProps extends SourceProps {
  readonly opened: OpenedItem;
  readonly translations: Translations;
}

/** The language of the item that a translation was made from, in words. */
const sourceName = (
  translations: readonly TranslationDto[] | undefined,
  { source }: Pick<TranslationDto, 'source'>,
): string => {
  const locale = translations?.find(({ id }) => id === source?.id)?.locale;
  return locale === undefined ? t.itemLanguages.source.unnamed : localeName(locale);
};

/** What a translation was made from, and whether that has changed since. Nothing for an item that is no translation. */
export const SourceNote = ({ opened, translations, source }: SourceNoteProps) => {
  const { editing, isReadOnly } = opened;
  const own = ownIn(translations.value, editing);
  if (own?.source === undefined) return null;
  const name = sourceName(translations.value, own);
  const { changed = [] } = own;
  const labels = changed.map((path) => placeLabel(path, editing.collection.schema));
  return (
    <div class={own.state === 'outdated' ? `${styles.note} ${styles.outdated}` : styles.note}>
      <p role="status">
        {own.state === 'outdated'
          ? t.itemLanguages.source.changed(name, labels.join(', '))
          : t.itemLanguages.source.upToDate(name)}
      </p>
      <div class="row">
        <Button
          icon="columns"
          attributes={{ 'aria-pressed': source.isOpen }}
          onClick={source.toggle}
        >
          {source.isOpen ? t.itemLanguages.source.hide : t.itemLanguages.source.show}
        </Button>
        {own.state === 'outdated' && !isReadOnly && <UpToDate {...{ opened, translations }} />}
      </div>
    </div>
  );
};

/** Records that a translation has what its source has now. */
export const UpToDate = ({
  opened: { editing },
  translations,
}: Omit<SourceNoteProps, 'source'>) => {
  const [isBusy, run] = useBusy();
  const confirm = (): Promise<void> =>
    run(async () => {
      const id = editing.stored.peek()?.item.id;
      if (id === undefined) return;
      await api.updateTranslationSource({ params: { id }, body: {} });
      // This button goes: the one beside it, which shows or hides the source, gets its focus.
      const pressed = document.activeElement?.closest('[name=up-to-date]');
      const others = 'button:not([name])';
      pressed?.parentElement?.querySelector<HTMLElement>(others)?.focus();
      translations.reload();
      showToast({ text: t.itemLanguages.source.confirmed });
    });
  return (
    <Button
      icon="check"
      busy={isBusy}
      attributes={{ name: 'up-to-date' }}
      onClick={() => void confirm()}
    >
      {t.itemLanguages.source.confirm}
    </Button>
  );
};
