import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import type { CommentsModel } from './comments-model.ts';
import styles from './comments.module.css';
import { keepComment, keptComment } from './kept-comment.ts';
import {
  askedName,
  peopleNamed,
  storedText,
  withMention,
  writtenOf,
  type Person,
  type Written,
} from './mentions.ts';

interface CommentBoxProps {
  readonly model: CommentsModel;
  /** Under which name this browser keeps what is typed. */
  readonly box: string;
  readonly label: string;
  readonly action: string;
  /** What is edited; nothing for a new comment. */
  readonly text?: string;
  /** The passage of a new comment: kept with what is typed. */
  readonly place?: CommentPlaceDto | undefined;
  readonly isFocused?: boolean;
  /** Rejects if the comment is not stored. */
  readonly onSend: (text: string) => Promise<void>;
  readonly onCancel?: () => void;
}

/** Where a comment is written. What is typed stays in this browser until it is sent. */
export const CommentBox = (props: CommentBoxProps) => {
  const { model, box, label, action, text, place, isFocused = false, onSend, onCancel } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const listId = `${id}-people`;
  const [written, setWritten] = useState<Written>(() => {
    const kept = keptComment(box);
    return kept.text === '' && text !== undefined ? writtenOf(text, model.people.peek()) : kept;
  });
  const [asked, setAsked] = useState<string>();
  const [marked, setMarked] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const found = asked === undefined ? [] : peopleNamed(model.people.value, asked);

  useEffect(() => {
    if (isFocused) area.current?.focus();
  }, [isFocused]);

  const change = (next: Written): void => {
    setWritten(next);
    keepComment(box, { ...next, place });
  };

  useEffect(() => {
    // What is typed is about another passage now.
    if (text === undefined) keepComment(box, { ...written, place });
  }, [place]);

  const ask = ({ value, selectionStart }: HTMLTextAreaElement): void => {
    setAsked(askedName(value, selectionStart));
    setMarked(0);
  };

  const choose = (person: Person): void => {
    const { current } = area;
    if (current === null || asked === undefined) return;
    const { caret, ...next } = withMention(written, current.selectionStart, asked, person);
    change(next);
    setAsked(undefined);
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(caret, caret);
    });
  };

  const send = async (): Promise<void> => {
    if (isBusy || written.text.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSend(storedText(written));
      change({ text: '', people: [] });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSent) {
      event.preventDefault();
      void send();
      return;
    }
    if (event.isComposing || found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = found[marked];
    if (step !== undefined) setMarked((marked + step + found.length) % found.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) choose(person);
    else if (event.key === 'Escape') setAsked(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class={styles.box}>
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        class="input"
        rows={3}
        dir="auto"
        maxLength={5_000}
        placeholder={t.itemComments.placeholder(label)}
        value={written.text}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found.length > 0 ? `${listId}-${marked}` : undefined}
        onInput={({ currentTarget }) => {
          change({ ...written, text: currentTarget.value });
          ask(currentTarget);
        }}
        onClick={({ currentTarget }) => ask(currentTarget)}
        onBlur={() => setAsked(undefined)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <ul class={styles.people} id={listId} role="listbox" aria-label={t.itemComments.people}>
          {found.map((person, index) => (
            <li
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === marked}
              dir="auto"
              // The text keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
      {failure !== undefined && (
        <p class="error" role="alert">
          {t.itemComments.notSent(failure)}
        </p>
      )}
      <div class="row">
        <Button
          kind={text === undefined ? 'primary' : 'plain'}
          busy={isBusy}
          disabled={written.text.trim() === ''}
          onClick={() => void send()}
        >
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button
            kind="quiet"
            onClick={() => {
              if (text !== undefined) keepComment(box, { text: '', people: [] });
              onCancel();
            }}
          >
            {t.common.cancel}
          </Button>
        )}
      </div>
    </div>
  );
};
