import { api, hasCode } from '../api/client.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { showToast } from '../components/show-toast.ts';
import { useBusy } from '../components/use-busy.ts';
import { localeName } from '../shell/locales.ts';
import { navigate, urlOf } from '../shell/router.ts';
import styles from './create-translation.module.css';
import { groupFailure } from './group-failure.ts';

/** What a translation begins with: everything that the item has, or only its shared fields. */
export type Copied = 'all' | 'shared';

export const copies: readonly Copied[] = ['all', 'shared'];

interface CreateTranslationProps {
  /** Of the item to translate. */
  readonly itemId: string;
  readonly locale: string;
  /** The title of the item, for the names of the buttons where there are several items. */
  readonly title?: string;
  /** What is copied. Without it, the user can choose: by default everything. */
  readonly copied?: Copied;
  /** Saves what is typed first: the translation begins with what is stored. */
  readonly saveFirst?: () => Promise<void>;
  /** Called when there is another translation, of the user or of somebody else. */
  readonly onChange: () => void;
}

/**
 * Creates a translation with a click: a draft with everything that the item has or, by the menu beside it, with its shared
 * fields only. Opens it.
 */
export const CreateTranslation = ({
  itemId,
  locale,
  title,
  copied,
  saveFirst,
  onChange,
}: CreateTranslationProps) => {
  const [isBusy, run] = useBusy();
  const create = async (copy: Copied): Promise<void> => {
    try {
      await saveFirst?.();
      const params = { id: itemId };
      const { data } = (await api.createTranslation({ params, body: { locale, copy } })).body;
      await navigate(urlOf(`/content/${data.id}`));
      onChange();
    } catch (error) {
      if (hasCode(error, 'locale_taken')) onChange();
      showToast({ kind: 'failed', text: t.translations.notCreated(groupFailure(error)) });
    }
  };
  const start = (copy: Copied) => (): void => void run(() => create(copy));
  const language = localeName(locale);
  const { createIn, createInOf, whatIsCopied, whatIsCopiedOf } = t.translations;
  const copiedLabel =
    title === undefined ? whatIsCopied(language) : whatIsCopiedOf(language, title);
  return (
    <span class={styles.buttons}>
      <Button
        kind="quiet"
        icon="add"
        busy={isBusy}
        label={title === undefined ? createIn(language) : createInOf(language, title)}
        onClick={start(copied ?? 'all')}
      >
        {t.translations.create}
      </Button>
      {copied === undefined && (
        <Menu
          name={copiedLabel}
          kind="quiet"
          icon="down"
          label={copiedLabel}
          entries={copies.map((copy) => ({
            label: t.translations.copied[copy],
            onSelect: start(copy),
          }))}
        />
      )}
    </span>
  );
};
