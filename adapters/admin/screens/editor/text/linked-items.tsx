import { useMemo } from 'preact/hooks';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { useTargets } from '../../../references/targets.ts';
import { urlOf } from '../../../shell/router.ts';
import styles from './linked-items.module.css';

/** A text with more links has its own list of sources. */
const shownMax = 12;

/** The titles of the items to which a text links: in the text are only their ids. */
export const LinkedItems = ({ ids }: { readonly ids: readonly string[] }) => {
  if (ids.length === 0) return null;
  const items = ids.slice(0, shownMax).map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <LinkedItem id={id} />
    </span>
  ));
  const more = ids.length - shownMax;
  return (
    <p class={styles.line}>
      {more > 0
        ? t.textEditor.linksToMore(items, counted(more, t.textEditor.moreItems))
        : t.textEditor.linksTo(items)}
    </p>
  );
};

const LinkedItem = ({ id }: { readonly id: string }) => {
  const targets = useTargets();
  const target = useMemo(() => targets.item(id), [targets]).value;
  if (target.kind === 'broken') return <span class="error">{t.textEditor.brokenLink}</span>;
  return (
    <a href={urlOf(`/content/${id}`)} target="_blank" rel="noopener" dir="auto">
      {target.kind === 'found' ? target.value.title : t.textEditor.itemLink}
    </a>
  );
};
