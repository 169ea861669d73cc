import { useMemo } from 'preact/hooks';
import { useTargets } from '../../../references/targets.ts';
import { urlOf } from '../../../shell/router.ts';
import styles from './linked-items.module.css';

/** A text with more links has its own list of sources. */
const shownMax = 12;

/** The titles of the items to which a text links: in the text are only their ids. */
export const LinkedItems = ({ ids }: { readonly ids: readonly string[] }) => {
  if (ids.length === 0) return null;
  return (
    <p class={styles.line}>
      Links to{' '}
      {ids.slice(0, shownMax).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <LinkedItem id={id} />
        </span>
      ))}
      {ids.length > shownMax && ` and ${ids.length - shownMax} more`}
    </p>
  );
};

const LinkedItem = ({ id }: { readonly id: string }) => {
  const targets = useTargets();
  const target = useMemo(() => targets.item(id), [targets]).value;
  if (target.kind === 'broken') return <span class="error">an item that does not exist</span>;
  return (
    <a href={urlOf(`/content/${id}`)} target="_blank" rel="noopener" dir="auto">
      {target.kind === 'found' ? target.value.title : 'an item'}
    </a>
  );
};
