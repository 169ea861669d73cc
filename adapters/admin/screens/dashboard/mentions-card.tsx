import { useId } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './items-card.module.css';

const shownMax = 8;
/** More are counted as this and a plus. */
const countedMax = 100;

const readMentions = async () => {
  const query = { mentions: 'me', limit: countedMax } as const;
  return (await api.listMentions({ query })).body.data;
};

/** The open threads in which the user is mentioned; nothing if there are none. */
export const MentionsCard = () => {
  const id = useId();
  const { value: mentions = [] } = useResource(readMentions);
  if (mentions.length === 0) return null;
  const count = mentions.length < countedMax ? String(mentions.length) : `${countedMax}+`;
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t.dashboard.mentions(count)}</h2>
      </header>
      <ul class={styles.items}>
        {mentions.slice(0, shownMax).map(({ item, comment }) => (
          <li key={comment.id}>
            <a
              class={`two-lines ${styles.title}`}
              dir="auto"
              href={urlOf(`/content/${item.id}`, { comment: comment.id })}
            >
              {item.title}
            </a>
            <div class={`quiet-text ${styles.facts}`}>
              <span dir="auto">{comment.author?.name ?? t.dashboard.somebody}</span>
              <Time at={comment.at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
