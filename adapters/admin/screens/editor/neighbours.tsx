import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { neighboursOf } from '../../shell/last-list.ts';
import { urlOf } from '../../shell/router.ts';
import styles from './neighbours.module.css';

/** Links to the items before and after this one in the list that it was opened from. */
export const Neighbours = ({ id }: { readonly id: string }) => {
  const { previous, next } = neighboursOf(id);
  if (previous === undefined && next === undefined) return null;
  const link = (target: string | undefined, icon: 'back' | 'next', label: string) =>
    target === undefined ? (
      <Button kind="quiet" icon={icon} label={label} disabled />
    ) : (
      <ButtonLink kind="quiet" icon={icon} label={label} href={urlOf(`/content/${target}`)} />
    );
  return (
    <div class={styles.neighbours}>
      {link(previous, 'back', t.editor.previous)}
      {link(next, 'next', t.editor.next)}
    </div>
  );
};
