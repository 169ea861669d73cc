import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { TextField } from '../../components/field.tsx';
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
          const message = available
            ? `Free. It will be stored as ${stored}.`
            : `Taken. ${suggestion === undefined ? 'Choose another one.' : `${suggestion} is free.`}`;
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
  const hint = follows
    ? 'Follows the title until you change it.'
    : (check?.message ?? 'The part of the address that names the item.');
  return (
    <>
      <div class={styles.title}>
        <TextField
          id="item-title"
          label="Title"
          value={title}
          required
          error={issues.get('title')}
          onInput={editing.setTitle}
          attributes={{ readOnly: isReadOnly, autoComplete: 'off' }}
        />
      </div>
      <TextField
        id="item-slug"
        label="Slug"
        value={slug}
        hint={mistake === undefined ? hint : undefined}
        error={issues.get('slug') ?? mistake}
        onInput={editing.setSlug}
        attributes={{ readOnly: isReadOnly, autoComplete: 'off', spellcheck: false }}
      />
    </>
  );
};
