import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { BlockTypeDto } from '../../../../../../contracts/schemas/collection-schema.ts';
import { numberText } from '../../../../catalogue/forms.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Menu } from '../../../../components/menu.tsx';
import { SortableRow } from '../../../../components/sortable/sortable-row.tsx';
import type { DragOrder } from '../../../../components/sortable/use-drag-order.ts';
import { isObject, type JsonObject, type Path } from '../../model/json-path.ts';
import styles from './block-row.module.css';
import { BlockSketch } from './block-sketch.tsx';
import { blockTitle, blockTypeOf, summaryOfBlock, typeTitle } from './blocks.ts';
import {
  controlId,
  useHasIssue,
  useIssue,
  type ControlProps,
  type FieldForm,
} from '../field-form.ts';
import { JsonControl } from '../controls/json-control.tsx';

/** What the form of the fields of a block gets. */
export interface BlockFormProps {
  readonly form: FieldForm;
  readonly schema: Pick<BlockTypeDto, 'properties' | 'required'>;
  readonly path: Path;
}

interface BlockRowProps extends Pick<ControlProps, 'form' | 'field'> {
  readonly path: Path;
  readonly block: JsonObject;
  /** The key of the block, and those of all. */
  readonly id: string;
  readonly ids: readonly string[];
  readonly order: DragOrder;
  readonly isOpen: boolean;
  /** Whether the field can have no more blocks. */
  readonly isFull: boolean;
  readonly Form: ComponentType<BlockFormProps>;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
  readonly onAddBelow: (name: string, type: BlockTypeDto) => void;
  readonly onDuplicate: () => void;
  readonly onCopy: () => void;
  readonly onPaste: () => void;
}

/** One block: its fields or, collapsed, its first text. A block of an unknown type is edited as JSON. */
export const BlockRow = (props: BlockRowProps) => {
  const { form, field, path, block, id, ids, order, isOpen, isFull, Form } = props;
  const type = blockTypeOf(block, field);
  // The form must not replace the JSON under the cursor.
  const [isKnown] = useState(type !== undefined);
  const hasIssue = useHasIssue({ form, path });
  const title = blockTitle(block, field);
  const position = ids.indexOf(id) + 1;
  const name = t.blocks.named(numberText(position), title);
  const own = [
    useIssue({ form, path, label: title }),
    useIssue({ form, path: [...path, 'type'], label: t.common.type }),
    useIssue({ form, path: [...path, 'id'], label: t.blocks.idMember }),
  ];
  const showsForm = isKnown && type !== undefined;
  const toAdd = [
    { label: t.blocks.duplicate, icon: 'add', onSelect: props.onDuplicate },
    { label: t.blocks.pasteBelow, icon: 'down', onSelect: props.onPaste },
    ...Object.entries(field.blocks ?? {}).map(([typeName, added]) => ({
      label: t.blocks.addBelow(typeTitle(typeName, field.blocks)),
      picture: <BlockSketch properties={added.properties} isSmall />,
      onSelect: () => props.onAddBelow(typeName, added),
    })),
  ] as const;
  return (
    <SortableRow
      id={id}
      ids={ids}
      name={name}
      order={order}
      toggleId={showsForm ? controlId(path) : `${controlId(path)}-toggle`}
      isOpen={isOpen}
      onToggle={props.onToggle}
      keepsContent
      isReadOnly={form.isReadOnly}
      onMove={props.onMove}
      onRemove={props.onRemove}
      onCopy={props.onCopy}
      heading={
        <>
          <span class="quiet-text">{position}</span>
          <strong dir="auto">{title}</strong>
          {!isOpen && (
            <span class={styles.summary} dir="auto">
              {summaryOfBlock(block, field)}
            </span>
          )}
          {hasIssue && <span class="chip bad">{t.blocks.needsChange}</span>}
        </>
      }
      tools={
        <Menu
          name={t.blocks.doWith(name)}
          kind="quiet"
          icon="more"
          label={t.blocks.more(name)}
          entries={[
            { label: t.common.copy, icon: 'copy', onSelect: props.onCopy },
            ...(form.isReadOnly || isFull ? [] : toAdd),
          ]}
        />
      }
    >
      {showsForm ? (
        <>
          {own.map((issue) => issue !== undefined && <p class="error">{issue}</p>)}
          <Form form={form} schema={type} path={path} />
        </>
      ) : (
        <JsonControl
          form={form}
          field={{ type: 'json', description: t.blocks.unknownType(title) }}
          path={path}
          label={title}
          required={false}
          mistakeOf={(value) => (isObject(value) ? undefined : t.blocks.noObject)}
        />
      )}
    </SortableRow>
  );
};
