import { useId } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import type { LastWritten } from './continue-writing.ts';
import styles from './continue-card.module.css';

/** Leads back to what the user wrote last. */
export const ContinueCard = ({ last }: { readonly last: LastWritten }) => {
  const id = useId();
  return (
    <section class={`card ${styles.card}`} aria-labelledby={id}>
      <div class={styles.text}>
        <h2 id={id}>{t.dashboard.continue}</h2>
        <a class={`two-lines ${styles.title}`} dir="auto" href={urlOf(`/content/${last.id}`)}>
          {last.title}
        </a>
        {last.words !== '' && (
          <p class="two-lines" dir="auto">
            {last.words}
          </p>
        )}
        <p class="quiet-text">
          <Time at={last.updatedAt} />
        </p>
      </div>
      {last.picture !== undefined && (
        <img class={styles.picture} src={last.picture} alt="" loading="lazy" decoding="async" />
      )}
    </section>
  );
};
