import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { idOf } from '../error-links.ts';
import type { MarkedPassage } from '../text/surface.ts';
import { surfaceOf, surfacesTaken } from '../text/use-surface.ts';
import { commentedPaths } from './commented-paths.ts';
import type { CommentsModel } from './comments-model.ts';
import { findPassage } from './passages.ts';

/** Marks the passages in one text. */
const markIn = (element: Element, threads: ReturnType<typeof openThreads>): void => {
  const surface = surfaceOf(element);
  if (surface?.mark === undefined) return;
  const { text } = surface.selected();
  const passages = threads.flatMap(({ id, place }): readonly MarkedPassage[] => {
    const found = idOf(place.path) === element.id ? findPassage(text, place) : undefined;
    return found === undefined ? [] : [{ ...found, comment: id }];
  });
  surface.mark(passages);
};

/** Those that are about a part of the item. */
const openThreads = (model: CommentsModel | undefined) =>
  model?.shown.value?.flatMap(({ id, place, resolved }) =>
    place === undefined || resolved !== undefined ? [] : [{ id, place }],
  ) ?? [];

/**
 * Shows in the form what people have commented on: passages in formatted texts, and the labels of fields.
 *
 * @param onOpen a passage was clicked.
 */
export const useCommentMarks = (
  model: CommentsModel | undefined,
  onOpen: (comment: string) => void,
): void => {
  useEffect(
    () =>
      effect(() => {
        void surfacesTaken.value;
        const threads = openThreads(model);
        const counts = new Map<string, number>();
        for (const { place } of threads) counts.set(place.path, (counts.get(place.path) ?? 0) + 1);
        commentedPaths.value = counts;
        // Once the texts are on the screen.
        requestAnimationFrame(() => {
          for (const element of document.querySelectorAll('.cm-content')) markIn(element, threads);
        });
      }),
    [model],
  );
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      const passage = target instanceof Element ? target.closest('[data-comment]') : null;
      const comment = passage?.getAttribute('data-comment');
      if (comment !== null && comment !== undefined) onOpen(comment);
    };
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      commentedPaths.value = new Map();
    };
  }, [model]);
};
