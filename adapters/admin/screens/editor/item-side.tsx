import type { ContentInfoDto } from '../../../../contracts/operations/content.ts';
import type { CollectionSchemaDto } from '../../../../contracts/schemas/collection-schema.ts';
import { PrivateMark } from '../../components/private-mark.tsx';
import { Time } from '../../components/time.tsx';
import { FormTargets, type Targets } from '../../references/targets.ts';
import { UsedIn } from '../../references/used-in.tsx';
import type { FieldForm } from './fields/field-form.ts';
import { SchemaForm } from './fields/schema-form.tsx';
import styles from './item-side.module.css';
import type { Editing } from './model/editing.ts';
import { ScheduleCard } from './schedule/schedule-card.tsx';

interface SideFieldsProps {
  readonly form: FieldForm;
  /** Undefined if no field stands here. */
  readonly schema: CollectionSchemaDto | undefined;
  readonly targets: Targets;
}

/** The short fields of an item, beside its text. */
export const SideFields = ({ form, schema, targets }: SideFieldsProps) =>
  schema === undefined ? null : (
    <FormTargets.Provider value={targets}>
      <section class={`card quiet-frames ${styles.fields}`} aria-label="Fields beside the text">
        <SchemaForm form={form} schema={schema} />
      </section>
    </FormTargets.Provider>
  );

interface SideProps {
  readonly editing: Editing;
  readonly info: ContentInfoDto | undefined;
}

/** Facts about the item, and what is planned for it. */
export const ItemSide = ({ editing, info }: SideProps) => {
  const stored = editing.stored.value;
  return (
    <>
      <section class="card">
        <h2>Facts</h2>
        <dl class="facts">
          <dt>Collection</dt>
          <dd dir="auto">
            {editing.collection.displayName}
            <PrivateMark collection={editing.collection} />
          </dd>
          {stored !== undefined && (
            <>
              <dt>Author</dt>
              <dd dir="auto">{info?.author?.name ?? '–'}</dd>
              <dt>Created</dt>
              <dd>
                <Time at={stored.item.created_at} />
              </dd>
              <dt>Updated</dt>
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
        <UsedIn key={stored.item.id} kind="item" id={stored.item.id} what="this item" isCard />
      )}
    </>
  );
};
