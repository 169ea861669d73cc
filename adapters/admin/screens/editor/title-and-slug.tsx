import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { useWrittenLanguage } from '../../components/inputs/written-language.ts';
import { Icon } from '../../components/icon.tsx';
import type { Editing } from './model/editing.ts';
import styles from './title-and-slug.module.css';

const checkDelayMs = 250;

/** What the service says about a slug. */
interface SlugCheck {
  readonly slug: string;
  readonly message: string;
  /** Whether an item with this slug cannot be saved. */
  readonly isMistake: boolean;
}

/**
 * The title, and the slug, which follows the title until it is edited or the item is saved first. The
 * service says live how it would store the slug and whether it is free.
 */
export const TitleAndSlug = ({
  editing,
  isReadOnly,
}: {
  readonly editing: Editing;
  readonly isReadOnly: boolean;
}) => {
  const written = useWrittenLanguage();
  const title = useComputed(() => editing.text.value.title).value;
  const slug = useComputed(() => editing.text.value.slug).value;
  const issues = editing.issues.value;
  const [check, setCheck] = useState<SlugCheck>();
  const follows = !editing.hasOwnSlug.value;
  const wanted = follows ? title : slug;
  const storedSlug = editing.stored.value?.item.slug;

  useEffect(() => {
    setCheck(undefined);
    if (isReadOnly || wanted.trim() === '' || (!follows && slug === storedSlug)) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const excludeId = editing.stored.peek()?.item.id;
      api.checkSlug({ query: { slug: wanted, truncate: follows, excludeId } }).then(
        ({ body }) => {
          if (!isCurrent) return;
          const { slug: stored, available, suggestion } = body.data;
          if (follows) {
            editing.followTitle(available ? stored : (suggestion ?? stored));
            return;
          }
          const taken =
            suggestion === undefined ? t.editor.slugTaken : t.editor.slugTakenBut(suggestion);
          const message = available ? t.editor.slugFree(stored) : taken;
          setCheck({ slug, message, isMistake: !available });
        },
        // The save checks it too, so other errors can wait.
        (error: unknown) => {
          const message = issuesOf(error)['slug'];
          if (isCurrent && message !== undefined) setCheck({ slug, message, isMistake: true });
        },
      );
    }, checkDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, follows, storedSlug]);

  const mistake = check?.isMistake === true && check.slug === slug ? check.message : undefined;
  const slugError = issues.get('slug') ?? mistake;
  const hint = follows ? t.editor.slugFollows : check?.message;
  return (
    <div class={styles.names}>
      {/* The field is the heading that is seen. */}
      <h1 class="visually-hidden" dir="auto">
        {title.trim() === '' ? t.editor.newOf(editing.collection.displayName) : title}
      </h1>
      <div class={styles.title} data-text={title}>
        <textarea
          id="item-title"
          rows={1}
          {...written}
          aria-label={t.editor.titleRequired}
          aria-required
          aria-invalid={issues.has('title') ? true : undefined}
          aria-describedby={issues.has('title') ? 'item-title-error' : undefined}
          placeholder={t.common.title}
          autoComplete="off"
          readOnly={isReadOnly}
          value={title}
          onInput={(event) => editing.setTitle(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            // A title is one line; with Ctrl or ⌘ the key publishes.
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
          }}
        />
      </div>
      <div class={styles.messages} aria-live="polite">
        {issues.has('title') && (
          <p class="error" id="item-title-error">
            {issues.get('title')}
          </p>
        )}
      </div>
      <div class={styles.slug}>
        <span aria-hidden="true">/</span>
        <input
          id="item-slug"
          dir="auto"
          size={Math.max(8, slug.length)}
          aria-label={t.common.slug}
          aria-invalid={slugError === undefined ? undefined : true}
          aria-describedby={slugError === undefined ? 'item-slug-hint' : 'item-slug-error'}
          placeholder={t.editor.slugPlaceholder}
          autoComplete="off"
          spellcheck={false}
          readOnly={isReadOnly}
          value={slug}
          onInput={(event) => editing.setSlug(event.currentTarget.value)}
        />
        {!isReadOnly && (
          <label for="item-slug" title={t.editor.editSlug}>
            <Icon name="edit" size={14} />
          </label>
        )}
        {slugError === undefined ? (
          <span id="item-slug-hint">{isReadOnly ? undefined : hint}</span>
        ) : (
          <span class="error" id="item-slug-error">
            {slugError}
          </span>
        )}
      </div>
    </div>
  );
};
