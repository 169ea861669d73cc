import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { SortableList, SortableRow } from '../../../components/sortable/sortable-row.tsx';
import type { DragOrder } from '../../../components/sortable/use-drag-order.ts';
import { offerUndo } from '../../../components/undo.ts';
import { AddField } from './add-field.tsx';
import { IndexChip } from './index-controls.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
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
  const groupName = group === undefined ? '' : group.title || group.key || 'the entries';
  const thing = isOfBlocks ? 'type of block' : 'field';
  return (
    <div class="stack">
      {fields.length > 0 && (
        <SortableList
          isInner={group !== undefined}
          label={
            groupName === ''
              ? 'Fields'
              : `${isOfBlocks ? 'Types of blocks' : 'Fields'} of ${groupName}`
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
            ? 'No fields yet. Every item has a title and a slug; fields hold everything else.'
            : isOfBlocks
              ? 'No types of blocks yet. Editors choose one of them for each block.'
              : 'No fields in this group yet.'}
        </p>
      )}
      <div class="row">
        <Button
          icon="add"
          label={groupName === '' ? undefined : `Add ${thing} to ${groupName}`}
          onClick={() => setAdding(true)}
        >
          Add {thing}
        </Button>
      </div>
      {isAdding && (
        <AddField
          isBlock={isOfBlocks}
          taken={fields.map(({ key }) => key)}
          onAdd={(field) => builder.add(group?.id, field)}
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
  isBlock
    ? `Blocks of the type “${savedKey}” stay in the items. An item with one cannot be saved before the block is removed from it.`
    : `Values that are stored under “${savedKey}” stay in the items and in the API, but the editor has no field for them any more.`;

const FieldRow = ({ field, index, siblings, group, order, Form }: FieldRowProps) => {
  const builder = useBuilder();
  const { id, key, title, type, isRequired, savedKey } = field;
  const isBlock = group?.type === 'blocks';
  const name = title || key || (isBlock ? 'New type of block' : 'New field');
  const isOpen = builder.open.value.has(id);
  const inside = new Set(allFields([field]).map((each) => each.id));
  const hasIssue = builder.issues.value.some(({ fieldId }) => inside.has(fieldId));
  const remove = async (): Promise<void> => {
    const isConfirmed =
      savedKey === undefined ||
      (await confirm({
        title: `Remove the ${isBlock ? 'type of block' : 'field'} “${name}”?`,
        text: removalText(savedKey, isBlock),
        action: isBlock ? 'Remove type' : 'Remove field',
        danger: true,
      }));
    if (!isConfirmed) return;
    builder.remove(group?.id, id);
    offerUndo(`${name} was removed.`, () => {
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
          <strong dir="auto">{name}</strong>
          <code class="quiet-text">{key}</code>
          <span class="quiet-text">
            {isBlock ? countFields(field.fields.length) : typeName(type)}
            {isRequired && ' · required'}
          </span>
          <IndexChip field={field} />
          {hasIssue && <span class="chip bad">Needs a change</span>}
        </>
      }
    >
      <Form field={field} siblings={siblings} />
    </SortableRow>
  );
};

const countFields = (count: number): string => (count === 1 ? '1 field' : `${count} fields`);
