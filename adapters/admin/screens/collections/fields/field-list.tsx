import type { ComponentType } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { confirm } from '../../../components/confirm.tsx';
import { Icon } from '../../../components/icon.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { AddField } from './add-field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import styles from './field-list.module.css';
import type { DraftField } from '../model/draft.ts';
import { allFields } from '../model/edit-fields.ts';
import { typeName } from '../model/field-types.ts';
import { useDragOrder, type DragOrder } from './use-drag-order.ts';

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
  const list = useRef<HTMLOListElement>(null);
  const order = useDragOrder(list, (id, index) => builder.move(group?.id, id, index));
  const groupName = group === undefined ? '' : group.title || group.key || 'the entries';
  return (
    <div class="stack">
      {fields.length > 0 && (
        <ol
          ref={list}
          class={group === undefined ? styles.fields : `${styles.fields} ${styles.inner}`}
          aria-label={groupName === '' ? 'Fields' : `Fields of ${groupName}`}
        >
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              index={index}
              siblings={fields}
              groupId={group?.id}
              order={order}
              Form={Form}
            />
          ))}
        </ol>
      )}
      {fields.length === 0 && (
        <p class="quiet-text">
          {group === undefined
            ? 'No fields yet. Every item has a title and a slug; fields hold everything else.'
            : 'No fields in this group yet.'}
        </p>
      )}
      <div class="row">
        <Button
          icon="add"
          label={groupName === '' ? undefined : `Add field to ${groupName}`}
          onClick={() => setAdding(true)}
        >
          Add field
        </Button>
      </div>
      {isAdding && (
        <AddField
          taken={fields.map(({ key }) => key)}
          onAdd={(field) => builder.add(group?.id, field)}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
};

interface FieldRowProps extends FieldFormProps, Pick<FieldListProps, 'Form'> {
  readonly index: number;
  readonly groupId: string | undefined;
  readonly order: DragOrder;
}

/** How a row shows where the dragged one would go. */
const dropClass = (
  { drag }: DragOrder,
  siblings: readonly DraftField[],
  id: string,
): string | undefined => {
  if (drag === undefined) return undefined;
  if (drag.id === id) return styles.dragged;
  const others = siblings.filter((field) => field.id !== drag.id);
  if (siblings.findIndex((field) => field.id === drag.id) === drag.index) return undefined;
  if (others[drag.index]?.id === id) return styles.dropBefore;
  return drag.index === others.length && others.at(-1)?.id === id ? styles.dropAfter : undefined;
};

const FieldRow = ({ field, index, siblings, groupId, order, Form }: FieldRowProps) => {
  const builder = useBuilder();
  const { id, key, title, type, isRequired } = field;
  const name = title || key || 'New field';
  const isOpen = builder.open.value.has(id);
  const inside = new Set(allFields([field]).map((each) => each.id));
  const hasIssue = builder.issues.value.some(({ fieldId }) => inside.has(fieldId));
  const move = (to: number): void => {
    if (to >= 0 && to < siblings.length) builder.move(groupId, id, to);
  };
  const remove = async (): Promise<void> => {
    const isConfirmed =
      field.savedKey === undefined ||
      (await confirm({
        title: `Remove the field “${name}”?`,
        text: `Values that are stored under “${field.savedKey}” stay in the items and in the API, but the editor has no field for them any more.`,
        action: 'Remove field',
        danger: true,
      }));
    if (!isConfirmed) return;
    builder.remove(groupId, id);
    offerUndo(`${name} was removed.`, () => {
      builder.add(groupId, field);
      builder.move(groupId, id, index);
    });
  };
  return (
    <li
      class={`${styles.field} ${dropClass(order, siblings, id) ?? ''}`}
      data-id={id}
      onFocusIn={() => {
        if (groupId === undefined && isOpen) builder.setEdited(id);
      }}
    >
      <div
        class={styles.head}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
          if (by === 0 || !event.altKey) return;
          event.preventDefault();
          move(index + by);
        }}
      >
        <span
          class={styles.handle}
          aria-hidden="true"
          title="Drag to reorder"
          {...order.handlersOf(id)}
        >
          <Icon name="drag" />
        </span>
        <button
          type="button"
          class={styles.toggle}
          id={controlId(id, 'toggle')}
          aria-expanded={isOpen}
          aria-controls={controlId(id, 'panel')}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => builder.setOpen(id, !isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'next'} size={14} />
          <strong dir="auto">{name}</strong>
          <code class="quiet-text">{key}</code>
          <span class="quiet-text">
            {typeName(type)}
            {isRequired && ' · required'}
          </span>
          {hasIssue && <span class="chip bad">Needs a change</span>}
        </button>
        <Button
          kind="quiet"
          icon="up"
          label={`Move up: ${name}`}
          attributes={{ 'aria-disabled': index === 0 }}
          onClick={() => move(index - 1)}
        />
        <Button
          kind="quiet"
          icon="down"
          label={`Move down: ${name}`}
          attributes={{ 'aria-disabled': index === siblings.length - 1 }}
          onClick={() => move(index + 1)}
        />
        <Button kind="quiet" icon="trash" label={`Remove ${name}`} onClick={() => void remove()} />
      </div>
      {isOpen && (
        <div
          class={styles.panel}
          id={controlId(id, 'panel')}
          role="group"
          aria-labelledby={controlId(id, 'toggle')}
        >
          <Form field={field} siblings={siblings} />
        </div>
      )}
    </li>
  );
};
