import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import styles from './sortable-row.module.css';
import { useDragOrder, type DragOrder } from './use-drag-order.ts';

interface SortableListProps {
  readonly label: string;
  /** A list inside of a form, or in a row of another list, has no frames: each level would take more of the width. */
  readonly isInner?: boolean;
  readonly onMove: (id: string, index: number) => void;
  readonly children: (order: DragOrder) => ComponentChildren;
}

/** A list of {@link SortableRow}. */
export const SortableList = ({ label, isInner = false, onMove, children }: SortableListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const order = useDragOrder(list, onMove);
  return (
    <ol
      ref={list}
      class={isInner ? `${styles.rows} ${styles.inner}` : styles.rows}
      aria-label={label}
    >
      {children(order)}
    </ol>
  );
};

interface SortableRowProps {
  readonly id: string;
  /** The ids of all rows, in order. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly order: DragOrder;
  readonly toggleId: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Keeps the content of a closed row, so that nothing in it is lost and the browser finds its text. */
  readonly keepsContent?: boolean;
  readonly isReadOnly?: boolean;
  /** @param index between 0 and that of the last row. */
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
  /** Ctrl or ⌘ + C on one of its buttons. */
  readonly onCopy?: () => void;
  readonly onFocusIn?: () => void;
  /** What the button that opens the row says. */
  readonly heading: ComponentChildren;
  /** More buttons. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** How a row shows where the dragged one would go. */
const dropClass = ({ drag }: DragOrder, ids: readonly string[], id: string): string | undefined => {
  if (drag === undefined) return undefined;
  if (drag.id === id) return styles.dragged;
  const others = ids.filter((each) => each !== drag.id);
  if (ids.indexOf(drag.id) === drag.index) return undefined;
  if (others[drag.index] === id) return styles.dropBefore;
  return drag.index === others.length && others.at(-1) === id ? styles.dropAfter : undefined;
};

/** A row that opens, and moves by its handle, by its buttons, and with Alt and the arrow keys. */
export const SortableRow = (props: SortableRowProps) => {
  const { id, ids, name, order, toggleId, isOpen, onToggle, isReadOnly = false } = props;
  const {
    keepsContent = false,
    onMove,
    onRemove,
    onCopy,
    onFocusIn,
    heading,
    tools,
    children,
  } = props;
  const index = ids.indexOf(id);
  const content = useRef<HTMLDivElement>(null);
  // Before a link can lead into a row that has just been shown.
  useLayoutEffect(() => {
    // The browser found a text in a closed row, or a link leads into it.
    const open = (): void => onToggle(true);
    content.current?.addEventListener('beforematch', open);
    return () => content.current?.removeEventListener('beforematch', open);
  });
  const move = (to: number): void => {
    if (!isReadOnly && to >= 0 && to < ids.length) onMove(to);
  };
  const panel = (
    <div class={styles.panel} id={`${toggleId}-panel`} role="group" aria-labelledby={toggleId}>
      {children}
    </div>
  );
  return (
    <li
      class={`${styles.row} ${dropClass(order, ids, id) ?? ''}`}
      data-id={id}
      onFocusIn={onFocusIn}
    >
      <div
        class={styles.head}
        onKeyDown={(event) => {
          const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
          if (isCopy && getSelection()?.isCollapsed !== false) onCopy?.();
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
          if (by === 0 || !event.altKey) return;
          event.preventDefault();
          move(index + by);
        }}
      >
        {!isReadOnly && (
          <span
            class={styles.handle}
            aria-hidden="true"
            title={t.components.rows.drag}
            {...order.handlersOf(id)}
          >
            <Icon name="drag" />
          </span>
        )}
        <button
          type="button"
          class={styles.toggle}
          id={toggleId}
          aria-expanded={isOpen}
          aria-controls={`${toggleId}-panel`}
          aria-keyshortcuts={isReadOnly ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'next'} size={14} />
          {heading}
        </button>
        {!isReadOnly && (
          <>
            <Button
              kind="quiet"
              icon="up"
              label={t.components.rows.moveUp(name)}
              attributes={{ 'aria-disabled': index === 0 }}
              onClick={() => move(index - 1)}
            />
            <Button
              kind="quiet"
              icon="down"
              label={t.components.rows.moveDown(name)}
              attributes={{ 'aria-disabled': index === ids.length - 1 }}
              onClick={() => move(index + 1)}
            />
            <Button
              kind="quiet"
              icon="trash"
              label={t.common.removeNamed(name)}
              onClick={onRemove}
            />
          </>
        )}
        {tools !== undefined && <div class={styles.tools}>{tools}</div>}
      </div>
      {keepsContent ? (
        <div ref={content} hidden={isOpen ? undefined : 'until-found'}>
          {panel}
        </div>
      ) : (
        isOpen && panel
      )}
    </li>
  );
};
