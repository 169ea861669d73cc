import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { commandKey } from '../../../shell/command-key.ts';
import type { ItemText } from '../model/item-text.ts';
import styles from './selection-button.module.css';
import { selectedSpot } from './text-places.ts';

interface SelectionButtonProps {
  readonly text: ReadonlySignal<ItemText>;
  /** Starts a comment on what is selected. */
  readonly onComment: () => void;
}

/** Beside what is selected in a text of an item, and only while something is. The text keeps its focus and its selection. */
export const SelectionButton = ({ text, onComment }: SelectionButtonProps) => {
  const anchor = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<{ readonly left: number; readonly top: number }>();
  useEffect(() => {
    let frame = 0;
    const update = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = selectedSpot(text.peek());
        const origin = anchor.current?.getBoundingClientRect();
        setSpot(
          found && origin && { left: found.right - origin.left, top: found.middle - origin.top },
        );
      });
    };
    const controller = new AbortController();
    const { signal } = controller;
    for (const event of ['selectionchange', 'focusin', 'focusout']) {
      document.addEventListener(event, update, { signal });
    }
    addEventListener('resize', update, { signal });
    return () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
  }, []);
  return (
    <div ref={anchor} class={styles.anchor}>
      {spot !== undefined && (
        <div class={styles.button} style={{ left: `${spot.left}px`, top: `${spot.top}px` }}>
          <Button
            icon="comment"
            label={t.itemComments.commentOn(commandKey)}
            attributes={{
              // The keys do the same, and the text has to keep the focus.
              tabIndex: -1,
              'aria-keyshortcuts': 'Control+Alt+M Meta+Alt+M',
              onMouseDown: (event) => event.preventDefault(),
            }}
            onClick={onComment}
          />
        </div>
      )}
    </div>
  );
};
