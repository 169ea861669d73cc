import { useComputed } from '@preact/signals';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Icon } from '../../../components/icon.tsx';
import { issueKey, type Path } from '../model/json-path.ts';
import { commentedPaths } from './commented-paths.ts';
import styles from './comment-mark.module.css';

/** Beside the label of a field: that people have commented on it. */
export const CommentMark = ({ path }: { readonly path: Path }) => {
  const count = useComputed(() => commentedPaths.value.get(issueKey(path)) ?? 0).value;
  if (count === 0) return null;
  const text = counted(count, t.itemComments.openComments);
  return (
    <span class={styles.mark} title={text}>
      <Icon name="comment" size={14} />
      <span class="visually-hidden"> {text}</span>
    </span>
  );
};
