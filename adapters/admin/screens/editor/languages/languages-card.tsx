import type { TranslationDto } from '../../../../../contracts/schemas/translation-schemas.ts';
import { t } from '../../../catalogue/texts.ts';
import { SelectField } from '../../../components/inputs/field.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { localeName, localeOf, locales } from '../../../shell/locales.ts';
import { rename, urlOf } from '../../../shell/router.ts';
import { may } from '../../../shell/session.ts';
import { CreateTranslation } from '../../../translations/create-translation.tsx';
import { placeOf, type OpenedItem } from '../model/open-item.ts';
import styles from './languages-card.module.css';
import { SourceNote, type SourceProps } from './source-note.tsx';
import type { Translations } from './use-translations.ts';

interface LanguagesCardProps extends SourceProps {
  readonly opened: OpenedItem;
  readonly translations: Translations;
}

/** The item in each language: those that are there, and a button for each that is missing. Nothing for an item without a language. */
export const LanguagesCard = ({ opened, translations, source }: LanguagesCardProps) => {
  const { editing } = opened;
  const item = editing.stored.value?.item;
  if (item === undefined) return <NewLanguage opened={opened} />;
  if (item.locale === undefined) return null;
  return (
    <section class="card" aria-labelledby="languages-heading">
      <h2 id="languages-heading">{t.common.languages}</h2>
      <Loaded resource={translations} what={t.itemLanguages.what}>
        {(all) => (
          <ul class={styles.languages}>
            {all.map((translation) => (
              <li key={translation.locale} class={styles.language}>
                <Language
                  translation={translation}
                  isOwn={translation.id === item.id}
                  opened={opened}
                  onChange={translations.reload}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <SourceNote opened={opened} translations={translations} source={source} />
    </section>
  );
};

/** The language of an item that is not saved yet. */
const NewLanguage = ({ opened }: { readonly opened: OpenedItem }) => {
  const { newLocale } = opened.editing;
  if (newLocale.value === undefined) return null;
  return (
    <div class="card">
      <SelectField
        label={t.common.language}
        hint={t.itemLanguages.onceSaved}
        value={newLocale.value}
        options={locales.value
          .filter(({ code }) => may('create', opened.editing.collection.name, code))
          .map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => {
          newLocale.value = code;
          rename(placeOf(opened).url);
        }}
      />
    </div>
  );
};

interface LanguageProps {
  readonly translation: TranslationDto;
  readonly isOwn: boolean;
  readonly opened: OpenedItem;
  /** Called when there is another translation. */
  readonly onChange: () => void;
}

const Language = ({ translation, isOwn, opened, onChange }: LanguageProps) => {
  const { locale, id, title, status, state } = translation;
  const name = localeName(locale);
  if (id === undefined) return <Missing locale={locale} opened={opened} onChange={onChange} />;
  return (
    <>
      <span class={styles.names}>
        {isOwn ? (
          <strong dir="auto">{name}</strong>
        ) : (
          <a href={urlOf(`/content/${id}`)} dir="auto">
            {name}
          </a>
        )}
        {isOwn ? (
          <span class={styles.title}>{t.itemLanguages.thisItem}</span>
        ) : (
          <span
            class={`ellipsis ${styles.title}`}
            lang={locale}
            dir={localeOf(locale)?.direction ?? 'auto'}
          >
            {title}
          </span>
        )}
      </span>
      <span class={styles.chips}>
        {state === 'outdated' && <span class="chip draft">{t.itemLanguages.outdated}</span>}
        {status !== undefined && <StatusChip status={status} />}
      </span>
    </>
  );
};

/** The place of a translation: a button that creates it, or a word. */
const Missing = ({
  locale,
  opened: { editing },
  onChange,
}: Pick<LanguageProps, 'opened' | 'onChange'> & { readonly locale: string }) => {
  const name = localeName(locale);
  return (
    <>
      <span class={`${styles.names} quiet-text`}>
        <span dir="auto">{name}</span>
      </span>
      {may('create', editing.collection.name, locale) ? (
        <CreateTranslation
          itemId={editing.stored.peek()?.item.id ?? ''}
          locale={locale}
          saveFirst={editing.saveDraft}
          onChange={onChange}
        />
      ) : (
        <span class="quiet-text">{t.itemLanguages.missing}</span>
      )}
    </>
  );
};
