import type { ContentInfoDto } from '../../../../contracts/operations/content.ts';
import type { CollectionSchemaDto } from '../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../catalogue/texts.ts';
import { PrivateMark } from '../../components/private-mark.tsx';
import { Time } from '../../components/time.tsx';
import { FormTargets, type Targets } from '../../references/targets.ts';
import { UsedIn } from '../../references/used-in.tsx';
import type { FieldForm } from './fields/field-form.ts';
import { SchemaForm } from './fields/schema-form.tsx';
import styles from './item-side.module.css';
import { LanguagesCard } from './languages/languages-card.tsx';
import type { SourceProps } from './languages/source-note.tsx';
import type { Translations } from './languages/use-translations.ts';
import type { OpenedItem } from './model/open-item.ts';
import { LoadText } from './text/formatted/choose-surface.ts';
import { textLoaders } from './text/formatted/load-formatted.ts';
import { ScheduleCard } from './schedule/schedule-card.tsx';

interface SideFieldsProps {
  readonly form: FieldForm;
  /** Undefined if no field stands here. */
  readonly schema: CollectionSchemaDto | undefined;
  readonly targets: Targets;
}

/** The fields of an item that stand beside the others. */
export const SideFields = ({ form, schema, targets }: SideFieldsProps) =>
  schema === undefined ? null : (
    <FormTargets.Provider value={targets}>
      <LoadText.Provider value={textLoaders}>
        <section class={`card quiet-frames ${styles.fields}`} aria-label={t.editor.besideText}>
          <SchemaForm form={form} schema={schema} />
        </section>
      </LoadText.Provider>
    </FormTargets.Provider>
  );

interface SideProps extends SourceProps {
  readonly opened: OpenedItem;
  readonly info: ContentInfoDto | undefined;
  readonly translations: Translations;
}

/** The item in other languages, facts about it, and what is planned for it. */
export const ItemSide = ({ opened, info, translations, source }: SideProps) => {
  const { editing } = opened;
  const stored = editing.stored.value;
  return (
    <>
      <LanguagesCard {...{ opened, translations, source }} />
      <section class="card">
        <h2>{t.editor.facts}</h2>
        <dl class="facts">
          <dt>{t.common.collection}</dt>
          <dd dir="auto">
            {editing.collection.displayName}
            <PrivateMark collection={editing.collection} />
          </dd>
          {stored !== undefined && (
            <>
              <dt>{t.common.author}</dt>
              <dd dir="auto">{info?.author?.name ?? '–'}</dd>
              <dt>{t.common.created}</dt>
              <dd>
                <Time at={stored.item.created_at} />
              </dd>
              <dt>{t.common.updated}</dt>
              <dd>
                <Time at={stored.item.updated_at} />
              </dd>
            </>
          )}
        </dl>
      </section>
      {stored !== undefined && (
        <ScheduleCard
          key={stored.item.id}
          stored={stored}
          editing={editing}
          canEdit={info?.canEdit === true}
        />
      )}
      {stored !== undefined && (
        <UsedIn key={stored.item.id} kind="item" id={stored.item.id} what={t.editor.used} isCard />
      )}
    </>
  );
};
