import { useEffect, useState } from 'preact/hooks';
import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { may } from '../../../shell/session.ts';
import { placeLabel } from '../error-links.ts';
import type { Editing } from '../model/editing.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentThread } from './comment-thread.tsx';
import type { CommentsModel } from './comments-model.ts';
import styles from './comments.module.css';
import { newThread } from './kept-comment.ts';
import { showPlace } from './text-places.ts';

const pollMs = 30_000;

interface CommentsPaneProps {
  readonly model: CommentsModel;
  readonly editing: Editing;
  /** What a new comment is about; undefined for the whole item. */
  readonly place: CommentPlaceDto | undefined;
  /** The comment that a link leads to. */
  readonly marked: string | undefined;
  readonly onPlace: (place: CommentPlaceDto | undefined) => void;
  /** Closes the comments where they cover the form. */
  readonly onLeave: () => void;
  /** Undefined in a dialog, which has a button of its own. */
  readonly onClose: (() => void) | undefined;
}

/** The comments on an item. Those of others appear while it is open. */
export const CommentsPane = (props: CommentsPaneProps) => {
  const { model, editing, place, marked, onPlace, onLeave, onClose } = props;
  const { collection } = editing;
  const [isAll, setAll] = useState(marked !== undefined);
  const [failure, setFailure] = useState<string>();
  const load = (): void => {
    model.load().then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  useEffect(() => {
    load();
    void model.loadPeople().catch(() => undefined);
    const timer = setInterval(load, pollMs);
    return () => clearInterval(timer);
  }, [model]);
  const threads = model.shown.value;
  const isRead = threads !== undefined;
  useEffect(() => {
    if (!isRead || marked === undefined) return;
    document.getElementById(`comment-${marked}`)?.scrollIntoView({ block: 'center' });
  }, [isRead, marked]);
  const listed = threads?.filter(({ resolved }) => isAll || resolved === undefined);
  const hidden = (threads?.length ?? 0) - (listed?.length ?? 0);
  const mayModerate = may('edit', collection.name, editing.stored.value?.item.locale);
  const isOn = (id: string): boolean =>
    marked === id ||
    threads?.some((each) => each.id === id && each.replies.some((reply) => reply.id === marked)) ===
      true;
  return (
    <section
      class={onClose === undefined ? `${styles.pane} ${styles.drawer}` : styles.pane}
      aria-label={t.common.comments}
    >
      <div class={styles.bar}>
        {onClose === undefined ? <span /> : <strong>{t.common.comments}</strong>}
        <div class="row">
          <label class={styles.filter}>
            <input
              type="checkbox"
              checked={isAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
            {t.itemComments.resolved}
          </label>
          {onClose !== undefined && (
            <Button kind="quiet" icon="close" label={t.itemComments.hide} onClick={onClose} />
          )}
        </div>
      </div>
      <div class={styles.content}>
        {place !== undefined && (
          <div class={styles.place}>
            <span class="quiet-text">
              {t.itemComments.about(placeLabel(place.path, collection.schema))}
            </span>
            {place.quote !== '' && (
              <q class={styles.quote} dir="auto">
                {place.quote}
              </q>
            )}
            <div>
              <Button kind="quiet" onClick={() => onPlace(undefined)}>
                {t.itemComments.aboutItem}
              </Button>
            </div>
          </div>
        )}
        <CommentBox
          key={`new:${model.id}`}
          {...{ model, place }}
          box={newThread(model.id)}
          label={place === undefined ? t.itemComments.onItem : t.itemComments.onPassage}
          action={t.itemComments.send}
          isFocused={place !== undefined}
          onSend={async (text) => {
            await model.create(text, place);
            onPlace(undefined);
          }}
        />
        {failure !== undefined && (
          <p class="error" role="alert">
            {failure}
          </p>
        )}
        {listed?.length === 0 && (
          <p class="quiet-text">
            {hidden === 0 ? t.itemComments.noThreads : t.itemComments.allResolved}
          </p>
        )}
        <ul class={styles.threads}>
          {listed?.map((thread) => (
            <CommentThread
              key={thread.id}
              {...{ model, thread, mayModerate }}
              field={thread.place && placeLabel(thread.place.path, collection.schema)}
              isMarked={isOn(thread.id)}
              onPlace={() => {
                onLeave();
                if (thread.place !== undefined) showPlace(thread.place);
              }}
            />
          ))}
        </ul>
      </div>
    </section>
  );
};
