import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useMedia } from '../../../components/use-media.ts';
import type { NamedCommand } from '../../../shell/commands.ts';
import { remembered } from '../../../shell/remembered.ts';
import { address } from '../../../shell/router.ts';
import type { Editing } from '../model/editing.ts';
import { commentsModel } from './comments-model.ts';
import { CommentsPane } from './comments-pane.tsx';
import styles from './comments.module.css';
import { keptComment, newThread, type KeptComment } from './kept-comment.ts';
import { SelectionButton } from './selection-button.tsx';
import { selectedPlace } from './text-places.ts';
import { useCommentMarks } from './use-comment-marks.ts';

const shown = remembered('quoin-comments');

/** From this width on there is space for the form and the comments. */
const wide = '(min-width: 1100px)';

const keptNew = (id: string): KeptComment => keptComment(newThread(id));

interface ShownComments {
  /** Opens and closes the comments, and says how many threads are open. */
  readonly toggle: ComponentChildren;
  /** Beside the form. */
  readonly pane?: ComponentChildren;
  /** Over the form: the comments, where there is no space beside it, and the button beside a selection. */
  readonly layer?: ComponentChildren;
  readonly commands: readonly NamedCommand[];
}

/** The comments on an item that is stored. Beside the form, the browser remembers that they are open. */
export const useCommentsPane = (editing: Editing): ShownComments => {
  const isWide = useMedia(wide);
  const id = useComputed(() => editing.stored.value?.item.id).value;
  const linked = useMemo(() => address.peek().query.get('comment') ?? undefined, []);
  const [isLayer, setLayer] = useState(linked !== undefined);
  const [place, setPlace] = useState(() => (id === undefined ? undefined : keptNew(id).place));
  const [marked, setMarked] = useState(linked);
  const model = useMemo(() => (id === undefined ? undefined : commentsModel(id)), [id]);
  useEffect(() => {
    if (linked !== undefined) shown.value = 'open';
  }, []);
  useEffect(() => {
    // The number on the button; the pane says what is wrong.
    void model?.load().catch(() => undefined);
  }, [model]);

  const isOpen = model !== undefined && (isWide ? shown.value === 'open' : isLayer);
  const setOpen = (next: boolean): void => {
    if (isWide) shown.value = next ? 'open' : undefined;
    else setLayer(next);
  };
  const openAt = (found: CommentPlaceDto | undefined): void => {
    if (found !== undefined) setPlace(found);
    setOpen(true);
  };
  /** Of the selection; undefined without one. */
  const selected = (): CommentPlaceDto | undefined => {
    const found = selectedPlace(editing.text.peek());
    return found?.quote === '' ? undefined : found;
  };

  useCommentMarks(model, (comment) => {
    setMarked(comment);
    // A click on a passage on a phone puts the caret there.
    if (isWide) setOpen(true);
  });
  const latest = useRef(openAt);
  latest.current = openAt;
  useEffect(() => {
    if (model === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.altKey && event.code === 'KeyM';
      if (!isShortcut || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(selectedPlace(editing.text.peek()));
    };
    // Before the text, which would take the key.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [model]);

  if (model === undefined) return { toggle: undefined, commands: [] };
  const open = model.open.value ?? 0;
  const isUnsent = !isOpen && keptNew(model.id).text !== '';
  const counted = open === 0 ? t.common.comments : t.itemComments.openThreads(numberText(open));
  const name = isUnsent ? `${counted}, ${t.itemComments.unsent}` : counted;
  const toggle = (
    <div class={styles.toggle}>
      <Button
        kind="quiet"
        icon="comment"
        label={name}
        attributes={{
          'aria-pressed': isOpen,
          // So that a selected passage stays selected.
          onMouseDown: (event) => event.preventDefault(),
        }}
        onClick={() => {
          const found = selected();
          if (found === undefined) setOpen(!isOpen);
          else openAt(found);
        }}
      />
      {(open > 0 || isUnsent) && (
        <span class={styles.count} aria-hidden="true">
          {isUnsent ? '…' : open}
        </span>
      )}
    </div>
  );
  const commands: readonly NamedCommand[] = [
    {
      name: isOpen ? t.itemComments.hide : t.itemComments.show,
      icon: 'comment',
      run: () => setOpen(!isOpen),
    },
  ];
  const button = (
    <SelectionButton key="button" text={editing.text} onComment={() => openAt(selected())} />
  );
  if (!isOpen) return { toggle, commands, layer: button };
  const close = (): void => setOpen(false);
  const pane = (
    <CommentsPane
      {...{ model, editing, place }}
      marked={marked}
      onPlace={setPlace}
      onLeave={() => setLayer(false)}
      onClose={isWide ? close : undefined}
    />
  );
  if (isWide) return { toggle, commands, pane, layer: button };
  const drawer = (
    <Dialog key="drawer" title={t.common.comments} side onClose={close}>
      {pane}
    </Dialog>
  );
  return { toggle, commands, layer: [button, drawer] };
};
