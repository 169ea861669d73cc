import { batch } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BlockTypeDto } from '../../../../../../contracts/schemas/collection-schema.ts';
import { counted, numberText } from '../../../../catalogue/forms.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { copy } from '../../../../components/texts/copy.ts';
import { Menu } from '../../../../components/menu.tsx';
import { SortableList } from '../../../../components/sortable/sortable-row.tsx';
import { showToast } from '../../../../components/show-toast.ts';
import { isText } from '../../../../components/undo.ts';
import { readBlocks, writeBlocks } from '../../model/block-clipboard.ts';
import { isSameJson, type JsonObject } from '../../model/json-path.ts';
import { BlockSketch } from './block-sketch.tsx';
import { BlockRow, type BlockFormProps } from './block-row.tsx';
import { useBlockKeys } from './block-keys.ts';
import { blockTitle, blockTypeOf, newBlock, typeTitle, withNewId } from './blocks.ts';
import { focusSoon } from '../../../../components/focus-soon.ts';
import { editEntries, focusEntry, inputs } from '../edit-entries.ts';
import { useValue, type ControlProps } from '../field-form.ts';
import { FieldGroup } from '../schema-field.tsx';

interface BlocksControlProps extends ControlProps {
  /** The controls of the fields of a block. */
  readonly Form: ComponentType<BlockFormProps>;
}

/** With more blocks, all start collapsed. */
const manyBlocks = 4;

/** The last button of its own that a row has. */
const removeButton = '> :first-child > button:last-of-type';

const limitsOf = ({ minItems, maxItems }: ControlProps['field']): string =>
  [
    ...(minItems === undefined ? [] : [counted(minItems, t.blocks.atLeast)]),
    ...(maxItems === undefined ? [] : [counted(maxItems, t.blocks.atMost)]),
  ].join(' ');

/** The blocks of a field, in their order. */
export const BlocksControl = ({ Form, ...props }: BlocksControlProps) => {
  const { form, field, path, label } = props;
  const value = useValue(props);
  const blocks = (Array.isArray(value) ? value : []) as readonly JsonObject[];
  const { keys, follow } = useBlockKeys(blocks);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(
    () => new Set(keys.length < manyBlocks ? [] : keys),
  );
  const [announcement, setAnnouncement] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const entries = editEntries(form, path, follow);
  const types = Object.entries(field.blocks ?? {});
  /** How many more blocks the field can have. */
  const room = Math.max(0, (field.maxItems ?? Infinity) - blocks.length);
  const isOpenToMore = !form.isReadOnly && room > 0 && types.length > 0;

  const focusBlock = (index: number, what: string): void =>
    focusEntry(() => box.current, index, what);
  const toggle = (key: string, isOpen: boolean): void =>
    setCollapsed(
      (before) => new Set([...before].filter((each) => each !== key).concat(isOpen ? [] : key)),
    );

  const remove = (index: number): void => {
    const title = blockTitle(blocks[index] ?? {}, field);
    const putBack = entries.remove(index);
    form.steps.record(() => {
      putBack();
      focusBlock(index, removeButton);
    }, t.fields.removed(title));
    focusBlock(Math.min(index, blocks.length - 2), removeButton);
  };
  /** Undo removes the blocks. If they were edited since, it says so, and can be undone itself. */
  const insert = (
    index: number,
    added: readonly JsonObject[],
    title?: string,
    focused = '[aria-expanded]',
  ): void => {
    batch(() => added.forEach((block, at) => entries.insert(index + at, block)));
    form.steps.record(() => {
      const areSame = added.every((block, at) =>
        isSameJson(form.read([...path, index + at]), block),
      );
      const restores = added.map(() => entries.remove(index)).toReversed();
      if (areSame) return;
      form.steps.record(
        () => batch(() => restores.forEach((restore) => restore())),
        title === undefined ? counted(added.length, t.blocks.takenMany) : t.blocks.taken(title),
      );
    });
    setAnnouncement(
      title === undefined ? counted(added.length, t.blocks.addedMany) : t.blocks.added(title),
    );
    focusBlock(index, focused);
  };
  const move = (from: number, to: number): void => {
    const focused = document.activeElement;
    entries.move(from, to);
    form.steps.record(() => entries.move(to, from));
    const title = blockTitle(blocks[from] ?? {}, field);
    setAnnouncement(t.fields.moved(title, numberText(to + 1), numberText(blocks.length)));
    // In some browsers, an element that moves in the document loses the focus.
    focusSoon(() => focused);
  };

  const refuse = (text: string): void => void showToast({ kind: 'failed', text });
  const paste = (pasted: readonly JsonObject[], index: number): void => {
    const unknown = pasted.filter((block) => blockTypeOf(block, field) === undefined);
    const titles = new Set(unknown.map((block) => blockTitle(block, field)));
    if (titles.size > 0) {
      refuse(t.blocks.wrongTypes(label, [...titles].join(', ')));
    } else if (pasted.length > room) {
      refuse(counted(room, (count) => t.blocks.noRoom(count, label, numberText(pasted.length))));
    } else if (pasted.length > 0) insert(index, pasted.map(withNewId));
  };
  /** Pastes below a block or, without one, at the end. */
  const pasteBelow = async (key?: string): Promise<void> => {
    const text = await navigator.clipboard?.readText().catch(() => undefined);
    if (text === undefined) {
      refuse(t.blocks.unreadable);
      return;
    }
    const found = readBlocks(text);
    if (found === undefined) refuse(t.blocks.noBlocks);
    else latest.current.paste(found, latest.current.placeBelow(key));
  };
  const placeBelow = (key = ''): number => {
    const index = keys.indexOf(key);
    return index < 0 ? blocks.length : index + 1;
  };
  // The blocks can change while the browser asks whether it may read the clipboard.
  const latest = useRef({ paste, placeBelow });
  latest.current = { paste, placeBelow };
  // Before the next event, which may be another paste.
  useLayoutEffect(() => {
    // Without a selection, browsers paste into the body.
    const onPaste = (event: ClipboardEvent): void => {
      const focused = document.activeElement;
      if (focused === null || box.current?.contains(focused) !== true || isText(focused)) return;
      const found = readBlocks(event.clipboardData?.getData('text/plain') ?? '');
      if (found === undefined) return;
      event.preventDefault();
      paste(found, placeBelow(focused.closest('[data-id]')?.getAttribute('data-id') ?? ''));
    };
    if (!form.isReadOnly) document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });

  const add = (index: number, name: string, type: BlockTypeDto): void => {
    const title = typeTitle(name, field.blocks);
    insert(index, [newBlock(name, type)], title, `[role=group] ${inputs}`);
  };
  const areAllOpen = keys.every((key) => !collapsed.has(key));
  const limits = limitsOf(field);
  return (
    <FieldGroup
      props={props}
      style="list"
      tools={
        blocks.length > 0 && (
          <>
            <Button kind="quiet" onClick={() => setCollapsed(new Set(areAllOpen ? keys : []))}>
              {areAllOpen ? t.blocks.collapseAll : t.blocks.expandAll}
            </Button>
            <Button kind="quiet" onClick={() => void copy(writeBlocks(blocks))}>
              {t.blocks.copyAll}
            </Button>
          </>
        )
      }
    >
      <div ref={box} class="stack">
        <p class="visually-hidden" role="status">
          {announcement}
        </p>
        {blocks.length > 0 && (
          <SortableList
            label={t.blocks.list(label)}
            isInner
            onMove={(key, to) => {
              const from = keys.indexOf(key);
              if (from >= 0 && from !== to) move(from, to);
            }}
          >
            {(order) =>
              blocks.map((block, index) => (
                <BlockRow
                  key={keys[index]}
                  form={form}
                  field={field}
                  path={[...path, index]}
                  block={block}
                  id={keys[index] ?? ''}
                  ids={keys}
                  order={order}
                  isOpen={!collapsed.has(keys[index] ?? '')}
                  isFull={!isOpenToMore}
                  Form={Form}
                  onToggle={(isOpen) => toggle(keys[index] ?? '', isOpen)}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                  onAddBelow={(name, type) => add(index + 1, name, type)}
                  onDuplicate={() =>
                    insert(index + 1, [withNewId(block)], blockTitle(block, field))
                  }
                  onCopy={() => void copy(writeBlocks([block]))}
                  onPaste={() => void pasteBelow(keys[index])}
                />
              ))
            }
          </SortableList>
        )}
        {limits !== '' && <p class="hint">{limits}</p>}
        {types.length === 0 && <p class="hint">{t.blocks.noTypes}</p>}
        {isOpenToMore && (
          <div class="row" data-add>
            <Menu
              name={t.blocks.types(label)}
              icon="add"
              align="start"
              isTiled
              entries={types.map(([name, type]) => ({
                label: typeTitle(name, field.blocks),
                picture: <BlockSketch properties={type.properties} />,
                onSelect: () => add(blocks.length, name, type),
              }))}
            >
              {t.fields.lists.addTo(label)}
            </Menu>
            <Button label={t.blocks.pasteInto(label)} onClick={() => void pasteBelow()}>
              {t.blocks.paste}
            </Button>
          </div>
        )}
      </div>
    </FieldGroup>
  );
};
