import { useState } from 'preact/hooks';
import type { ThreadDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { Time } from '../../../components/time.tsx';
import { account } from '../../../shell/session.ts';
import { CommentBox } from './comment-box.tsx';
import type { CommentsModel } from './comments-model.ts';
import styles from './comments.module.css';
import { keptComment } from './kept-comment.ts';
import { partsOf } from './mentions.ts';

type Said = ThreadDto['replies'][number];

interface SaidProps {
  readonly model: CommentsModel;
  readonly said: Said;
  /** Whether the user may delete comments of others. */
  readonly mayModerate: boolean;
}

/** Removes a comment once nobody can take that back any more. */
const removeLater = (model: CommentsModel, { id }: Said): void => {
  let isTakenBack = false;
  model.hide(id);
  showToast({
    text: t.itemComments.deleted,
    action: {
      label: t.common.undo,
      run: () => {
        isTakenBack = true;
        model.takeBack(id);
      },
    },
    onEnd: () => {
      if (isTakenBack) return;
      model.remove(id).catch((error: unknown) => {
        showToast({ text: t.itemComments.notDeleted(messageOf(error)), kind: 'failed' });
      });
    },
  });
};

/** One comment: who, when, what, and what the user may do with it. */
const SaidComment = ({ model, said, mayModerate }: SaidProps) => {
  const box = `edit:${said.id}`;
  const [isEdited, setEdited] = useState(() => keptComment(box).text !== '');
  const name = said.author?.name ?? t.itemComments.unknownAuthor;
  const isOwn = said.author !== null && said.author.id === account.value?.id;
  return (
    <div class={styles.said}>
      <div class={styles.who}>
        <Avatar name={name} />
        <strong dir="auto">{name}</strong>
        <span class="quiet-text">
          <Time at={said.at} />
          {said.edited_at !== undefined && ` · ${t.itemComments.edited}`}
        </span>
        <span class={styles.own}>
          {isOwn && (
            <Button
              kind="quiet"
              icon="edit"
              label={t.common.edit}
              onClick={() => setEdited(true)}
            />
          )}
          {(isOwn || mayModerate) && (
            <Button
              kind="quiet"
              icon="trash"
              label={t.common.delete}
              onClick={() => removeLater(model, said)}
            />
          )}
        </span>
      </div>
      {isEdited ? (
        <CommentBox
          {...{ model, box }}
          label={t.itemComments.editLabel}
          action={t.common.save}
          text={said.text}
          isFocused
          onSend={async (text) => {
            await model.edit(said.id, text);
            setEdited(false);
          }}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <p class={styles.text} dir="auto">
          {partsOf(said.text, model.people.value).map((part, index) =>
            typeof part === 'string' ? (
              part
            ) : (
              <span key={index} class={styles.mention}>
                {`@${part.mentioned}`}
              </span>
            ),
          )}
        </p>
      )}
    </div>
  );
};

interface ThreadProps extends Omit<SaidProps, 'said'> {
  readonly thread: ThreadDto;
  /** What people call the field of the thread. */
  readonly field: string | undefined;
  readonly isMarked: boolean;
  readonly onPlace: () => void;
}

/** A thread with its passage and its replies. */
export const CommentThread = (props: ThreadProps) => {
  const { model, thread, field, mayModerate, isMarked, onPlace } = props;
  const box = `reply:${thread.id}`;
  const [isReplying, setReplying] = useState(() => keptComment(box).text !== '');
  const { place, resolved } = thread;
  const settle = async (): Promise<void> => {
    try {
      await model.resolve(thread.id, resolved === undefined);
    } catch (error) {
      showToast({ text: t.itemComments.notChanged(messageOf(error)), kind: 'failed' });
    }
  };
  return (
    <li
      class={`${styles.thread} ${isMarked ? styles.marked : ''}`}
      id={`comment-${thread.id}`}
      tabIndex={-1}
    >
      {place !== undefined && (
        <button type="button" class={styles.place} onClick={onPlace}>
          <span class="visually-hidden">{t.itemComments.goTo} </span>
          <span class="quiet-text">{field ?? place.path}</span>
          {place.quote !== '' && (
            <q class={styles.quote} dir="auto">
              {place.quote}
            </q>
          )}
        </button>
      )}
      <SaidComment {...{ model, mayModerate }} said={thread} />
      {thread.replies.map((reply) => (
        <div key={reply.id} class={styles.reply}>
          <SaidComment {...{ model, mayModerate }} said={reply} />
        </div>
      ))}
      {resolved !== undefined && (
        <p class="quiet-text">
          {t.itemComments.resolvedBy(
            <span dir="auto">{resolved.by?.name ?? t.itemComments.resolvedByUnknown}</span>,
            <Time at={resolved.at} />,
          )}
        </p>
      )}
      {isReplying ? (
        <CommentBox
          {...{ model, box }}
          label={t.itemComments.reply}
          action={t.itemComments.reply}
          isFocused
          onSend={async (text) => {
            await model.reply(thread.id, text);
            setReplying(false);
          }}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div class="row">
          <Button kind="quiet" onClick={() => setReplying(true)}>
            {t.itemComments.reply}
          </Button>
          <Button
            kind="quiet"
            icon={resolved === undefined ? 'check' : 'undo'}
            onClick={() => void settle()}
          >
            {resolved === undefined ? t.itemComments.resolve : t.itemComments.reopen}
          </Button>
        </div>
      )}
    </li>
  );
};
