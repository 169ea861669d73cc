import type { TargetedPointerEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { scrollNearEdge } from '../../components/sortable/use-drag-order.ts';
import type { CalendarEntry } from './entries.ts';

/** An entry that the pointer drags. */
interface DayDrag {
  readonly entry: CalendarEntry;
  /** The day under the pointer, if there is one. */
  readonly day: string | undefined;
  readonly left: number;
  readonly top: number;
}

export interface DragHandlers {
  readonly draggable: false;
  readonly onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onClick: (event: MouseEvent) => void;
}

export interface DragDays {
  readonly drag: DayDrag | undefined;
  readonly handlersOf: (entry: CalendarEntry) => DragHandlers;
}

/** A shorter way is a click with an unsteady hand. */
const threshold = 5;

const dayAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('td[data-day]')?.dataset['day'])
    .find((day) => day !== undefined);

/**
 * Lets the user drag entries to other days with a mouse or a pen; a finger scrolls. Escape takes the drag back.
 *
 * @param onDrop called with the day under the pointer, also if it is the day of the entry.
 */
export const useDragDay = (onDrop: (entry: CalendarEntry, day: string) => void): DragDays => {
  const [drag, setDrag] = useState<DayDrag>();
  // Two events can arrive before the next rendering.
  const current = useRef<DayDrag | undefined>(undefined);
  const start = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const wasDragged = useRef(false);
  const show = (next: DayDrag | undefined): void => {
    current.current = next;
    setDrag(next);
  };
  const stop = (): void => {
    start.current = undefined;
    show(undefined);
  };
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDragging]);

  return {
    drag,
    handlersOf: (entry) => ({
      // The browser would drag the link itself.
      draggable: false,
      onPointerDown: ({ currentTarget, pointerId, button, pointerType, pageX, pageY }) => {
        wasDragged.current = false;
        if (button !== 0 || pointerType === 'touch') return;
        // A fast pointer has left the entry before it moves for the first time.
        currentTarget.setPointerCapture(pointerId);
        start.current = { x: pageX, y: pageY };
      },
      onPointerMove: ({ pageX, pageY, clientX, clientY }) => {
        if (start.current === undefined) return;
        const [left, top] = [pageX - start.current.x, pageY - start.current.y];
        if (current.current === undefined && Math.hypot(left, top) < threshold) return;
        wasDragged.current = true;
        scrollNearEdge(clientY);
        show({ entry, day: dayAt(clientX, clientY), left, top });
      },
      onPointerUp: () => {
        const dropped = current.current;
        stop();
        if (dropped?.day !== undefined) onDrop(dropped.entry, dropped.day);
      },
      onPointerCancel: stop,
      onClick: (event) => {
        // The keyboard clicks without a pointer.
        if (wasDragged.current && event.detail > 0) event.preventDefault();
      },
    }),
  };
};
