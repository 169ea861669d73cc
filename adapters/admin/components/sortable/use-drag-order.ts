import type { RefObject, TargetedPointerEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Drag {
  readonly id: string;
  /** Where it would be among the others. */
  readonly index: number;
}

interface DragHandlers {
  readonly onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

export interface DragOrder {
  readonly drag: Drag | undefined;
  /** The handlers of the handle of one row. */
  readonly handlersOf: (id: string) => DragHandlers;
}

const edge = 48;
const scrollStep = 14;

/** A pointer that drags near the edge of the window scrolls it: the browser does not while the pointer is captured. */
export const scrollNearEdge = (y: number): void => {
  if (y < edge) scrollBy(0, -scrollStep);
  else if (y > innerHeight - edge) scrollBy(0, scrollStep);
};

/**
 * Lets the user drag the rows of a list by their handles, with a mouse, a pen or a finger. The rows stay
 * in their places until the drop; Escape takes the drag back.
 *
 * @param list whose children are the rows, each with its id as `data-id`.
 */
export const useDragOrder = (
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, index: number) => void,
): DragOrder => {
  const [drag, setDrag] = useState<Drag>();
  // Two events can arrive before the next rendering.
  const current = useRef<Drag | undefined>(undefined);
  const show = (next: Drag | undefined): void => {
    current.current = next;
    setDrag(next);
  };
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') show(undefined);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDragging]);

  const indexAt = (id: string, y: number): number =>
    [...(list.current?.children ?? [])].filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return row.getAttribute('data-id') !== id && top + height / 2 < y;
    }).length;

  return {
    drag,
    handlersOf: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        show({ id, index: indexAt(id, event.clientY) });
      },
      onPointerMove: (event) => {
        if (current.current?.id !== id) return;
        scrollNearEdge(event.clientY);
        const index = indexAt(id, event.clientY);
        if (index !== current.current.index) show({ id, index });
      },
      onPointerUp: () => {
        const dropped = current.current;
        show(undefined);
        if (dropped?.id === id) onDrop(id, dropped.index);
      },
      onPointerCancel: () => show(undefined),
    }),
  };
};
