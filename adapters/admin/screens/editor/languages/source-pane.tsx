import { signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useResource } from '../../../api/resource.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { WrittenLanguage } from '../../../components/inputs/written-language.ts';
import { Loaded } from '../../../components/states.tsx';
import { ComparedFields } from '../../../components/texts/compared-fields.tsx';
import { formSteps } from '../../../components/undo.ts';
import { FormTargets, readTargets } from '../../../references/targets.ts';
import { localeName, localeOf } from '../../../shell/locales.ts';
import { urlOf } from '../../../shell/router.ts';
import { placeLabel } from '../error-links.ts';
import type { FieldForm } from '../fields/field-form.ts';
import { SchemaForm } from '../fields/schema-form.tsx';
import { readAt, type Path } from '../model/json-path.ts';
import type { OpenedItem } from '../model/open-item.ts';
import { compareVersions } from '../saving/compare-versions.ts';
import { LoadText } from '../text/formatted/choose-surface.ts';
import { textLoaders } from '../text/formatted/load-formatted.ts';
import { UpToDate } from './source-note.tsx';
import styles from './source-pane.module.css';
import { ownFieldsOf, readSource, type SourceText } from './source-text.ts';
import { ownIn, type Translations } from './use-translations.ts';

interface SourcePaneProps {
  readonly opened: OpenedItem;
  readonly translations: Translations;
  readonly onClose: () => void;
}

/** What a translation was made from, to read beside the form, and what has changed in it since. */
export const SourcePane = ({ opened, translations, onClose }: SourcePaneProps) => {
  const { editing, isReadOnly } = opened;
  const { schema } = editing.collection;
  const own = useComputed(() => ownIn(translations.value, editing)).value;
  const named = own?.source && `${own.source.id} ${own.source.version}`;
  return (
    <section class={styles.pane} aria-label={t.itemLanguages.source.title}>
      <div class={styles.bar}>
        <strong>{t.itemLanguages.source.title}</strong>
        <div class="row">
          {own?.state === 'outdated' && !isReadOnly && (
            <UpToDate opened={opened} translations={translations} />
          )}
          <Button kind="quiet" icon="close" label={t.itemLanguages.source.hide} onClick={onClose} />
        </div>
      </div>
      <div class={`quiet-frames ${styles.content}`}>
        {own?.source !== undefined && (
          <ReadSource key={named} source={own.source} changed={own.changed ?? []} schema={schema} />
        )}
      </div>
    </section>
  );
};

interface ReadSourceProps extends Pick<SourceFieldsProps, 'schema' | 'changed'> {
  readonly source: Parameters<typeof readSource>[0];
}

const ReadSource = ({ source, ...props }: ReadSourceProps) => {
  const text = useResource(() => readSource(source, props.schema));
  return (
    <Loaded resource={text} what={t.itemLanguages.source.what}>
      {(shown) => <SourceFields text={shown} {...props} />}
    </Loaded>
  );
};

interface SourceFieldsProps {
  readonly text: SourceText;
  readonly schema: Parameters<typeof ownFieldsOf>[0];
  /** The paths in which the source has changed. */
  readonly changed: readonly string[];
}

/** So that the controls have other ids than those of the form. */
const root = 'source';

/** A form that shows values and changes none. */
const formOf = ({ now }: SourceText): FieldForm => ({
  read: ([, ...path]: Path) => readAt(now.data, path),
  write: () => undefined,
  unfinished: { all: signal(new Map()), set: () => undefined, renumber: () => undefined },
  issues: signal(new Map()),
  isReadOnly: true,
  steps: formSteps(),
});

const SourceFields = ({ text, schema, changed }: SourceFieldsProps) => {
  const { id, locale, now } = text;
  const form = useMemo(() => formOf(text), [text]);
  const targets = useMemo(readTargets, []);
  const language = localeOf(locale);
  return (
    <>
      <p>
        <a href={urlOf(`/content/${id}`)}>
          {locale === undefined
            ? t.itemLanguages.source.open
            : t.itemLanguages.source.openIn(localeName(locale))}
        </a>
      </p>
      {changed.length > 0 && <Changes {...{ text, schema, changed }} />}
      <WrittenLanguage.Provider value={language}>
        <p class={styles.title} lang={language?.code} dir={language?.direction ?? 'auto'}>
          {now.title}
        </p>
        <FormTargets.Provider value={targets}>
          <LoadText.Provider value={textLoaders}>
            <SchemaForm form={form} schema={ownFieldsOf(schema)} path={[root]} />
          </LoadText.Provider>
        </FormTargets.Provider>
      </WrittenLanguage.Provider>
    </>
  );
};

/** What has changed since the translation was made. */
const Changes = ({ text: { former, now, locale }, schema, changed }: SourceFieldsProps) => (
  <section class={styles.changes} aria-label={t.itemLanguages.source.changes}>
    <h2>{t.itemLanguages.source.changes}</h2>
    {former === undefined ? (
      <>
        <p>{changed.map((path) => placeLabel(path, schema)).join(', ')}</p>
        <p class="quiet-text">{t.itemLanguages.source.notInHistory}</p>
      </>
    ) : (
      <div class={styles.compared} lang={locale} dir={localeOf(locale)?.direction}>
        <ComparedFields
          fields={compareVersions(former, now, schema)}
          names={{ before: t.itemLanguages.source.before, after: t.itemLanguages.source.now }}
        />
      </div>
    )}
  </section>
);
