import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { SortableList, SortableRow } from '../../../components/sortable/sortable-row.tsx';
import type { DragOrder } from '../../../components/sortable/use-drag-order.ts';
import { offerUndo } from '../../../components/undo.ts';
import { AddField } from './add-field.tsx';
import { IndexChip } from './index-controls.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import { BlockSketch } from '../../editor/fields/blocks/block-sketch.tsx';
import { writeSchema, type DraftField } from '../model/draft.ts';
import { allFields } from '../model/edit-fields.ts';
import { typeName } from '../model/field-types.ts';

export interface FieldFormProps {
  readonly field: DraftField;
  readonly siblings: readonly DraftField[];
}

interface FieldListProps {
  readonly fields: readonly DraftField[];
  /** The group that has these fields; undefined for the collection. */
  readonly group?: DraftField;
  /** The form of one field, which contains a list again if the field is a group. */
  readonly Form: ComponentType<FieldFormProps>;
}

/** The fields of a collection or a group, in their order, and a button that adds one. */
export const FieldList = ({ fields, group, Form }: FieldListProps) => {
  const builder = useBuilder();
  const [isAdding, setAdding] = useState(false);
  const isOfBlocks = group?.type === 'blocks';
  const groupName =
    group === undefined ? '' : group.title || group.key || t.fieldOptions.theEntries;

  return (
    <div class="stack">
      {fields.length > 0 && (
        <SortableList
          isInner={group !== undefined}
          label={
            groupName === ''
              ? t.fieldOptions.fields
              : (isOfBlocks ? t.fieldOptions.blockTypesOf : t.fieldOptions.fieldsOf)(groupName)
          }
          onMove={(id, index) => builder.move(group?.id, id, index)}
        >
          {(order) =>
            fields.map((field, index) => (
              <FieldRow
                key={field.id}
                field={field}
                index={index}
                siblings={fields}
                group={group}
                order={order}
                Form={Form}
              />
            ))
          }
        </SortableList>
      )}
      {fields.length === 0 && (
        <p class="quiet-text">
          {group === undefined
            ? t.fieldOptions.noFields
            : isOfBlocks
              ? t.fieldOptions.noBlockTypes
              : t.fieldOptions.noGroupFields}
        </p>
      )}
      <div class="row">
        <Button
          icon="add"
          label={
            groupName === ''
              ? undefined
              : (isOfBlocks ? t.fieldOptions.addBlockTo : t.fieldOptions.addFieldTo)(groupName)
          }
          onClick={() => setAdding(true)}
        >
          {isOfBlocks ? t.fieldOptions.addBlock : t.fieldOptions.addField}
        </Button>
      </div>
      {isAdding && (
        <AddField
          isBlock={isOfBlocks}
          taken={fields.map(({ key }) => key)}
          onAdd={(field) => {
            builder.add(group?.id, field);
            if (field.fields.length === 0) return;
            offerUndo(t.readyGroups.added(field.title || field.key), () =>
              builder.remove(group?.id, field.id),
            );
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
};

interface FieldRowProps extends FieldFormProps, Pick<FieldListProps, 'Form' | 'group'> {
  readonly index: number;
  readonly order: DragOrder;
}

const removalText = (savedKey: string, isBlock: boolean): string =>
  isBlock ? t.fieldOptions.removeBlockEffect(savedKey) : t.fieldOptions.removeFieldEffect(savedKey);

const FieldRow = ({ field, index, siblings, group, order, Form }: FieldRowProps) => {
  const builder = useBuilder();
  const { id, key, title, type, isRequired, isShared, savedKey } = field;
  const isBlock = group?.type === 'blocks';
  const name = title || key || (isBlock ? t.fieldOptions.newBlock : t.fieldOptions.newField);
  const isOpen = builder.open.value.has(id);
  const inside = new Set(allFields([field]).map((each) => each.id));
  const hasIssue = builder.issues.value.some(({ fieldId }) => inside.has(fieldId));
  const remove = async (): Promise<void> => {
    const isConfirmed =
      savedKey === undefined ||
      (await confirm({
        title: (isBlock ? t.fieldOptions.removeBlockQuestion : t.fieldOptions.removeFieldQuestion)(
          name,
        ),
        text: removalText(savedKey, isBlock),
        action: isBlock ? t.fieldOptions.removeBlock : t.fieldOptions.removeField,
        danger: true,
      }));
    if (!isConfirmed) return;
    builder.remove(group?.id, id);
    offerUndo(t.fieldOptions.removed(name), () => {
      builder.add(group?.id, field);
      builder.move(group?.id, id, index);
    });
  };
  return (
    <SortableRow
      id={id}
      ids={siblings.map((each) => each.id)}
      name={name}
      order={order}
      toggleId={controlId(id, 'toggle')}
      isOpen={isOpen}
      onToggle={(next) => builder.setOpen(id, next)}
      onMove={(to) => builder.move(group?.id, id, to)}
      onRemove={() => void remove()}
      onFocusIn={() => {
        if (group === undefined && isOpen) builder.setEdited(id);
      }}
      heading={
        <>
          {isBlock && <BlockSketch properties={writeSchema(field.fields).properties} isSmall />}
          <strong dir="auto">{name}</strong>
          <code class="quiet-text">{key}</code>
          <span class="quiet-text">
            {isBlock ? counted(field.fields.length, t.fieldOptions.fieldCount) : typeName(type)}
            {isRequired && ` · ${t.fieldOptions.isRequired}`}
            {isShared && ` · ${t.fieldOptions.isShared}`}
          </span>
          <IndexChip field={field} />
          {hasIssue && <span class="chip bad">{t.fieldOptions.needsChange}</span>}
        </>
      }
    >
      <Form field={field} siblings={siblings} />
    </SortableRow>
  );
};
