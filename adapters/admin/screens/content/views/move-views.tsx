import { useState } from 'preact/hooks';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { userKey } from '../../../shell/remembered.ts';
import { browserViews, moveViews } from './browser-views.ts';
import styles from './move-views.module.css';
import { isOwn } from './saved-views.ts';

interface MoveViewsProps {
  /** Those that the service has. */
  readonly views: readonly SavedViewDto[];
  readonly onMoved: () => void;
}

/** Moves the views that are only in this browser to the account of the user. */
export const MoveButton = ({ views, onMoved }: MoveViewsProps) => {
  const [isBusy, run] = useBusy();
  const count = browserViews().length;
  const move = async (): Promise<void> => {
    try {
      await moveViews(views.filter(isOwn));
      showToast({ text: counted(count, t.contentList.views.moved) });
    } finally {
      onMoved();
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void run(move)}>
      {counted(count, t.contentList.views.move)}
    </Button>
  );
};

const answeredKey = (): string => userKey('views-offered');

/** Offers it once, as long as there are such views. Afterwards, the dialog of the views offers it. */
export const MoveViews = (props: MoveViewsProps) => {
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(answeredKey()) !== null);
  if (isAnswered || browserViews().length === 0) return null;
  return (
    <section class={`note ${styles.offer}`} aria-label={t.contentList.views.label}>
      <p class={styles.text}>{t.contentList.views.onlyHere}</p>
      <MoveButton {...props} />
      <Button
        kind="quiet"
        onClick={() => {
          localStorage.setItem(answeredKey(), 'later');
          setAnswered(true);
        }}
      >
        {t.contentList.views.notNow}
      </Button>
    </section>
  );
};
