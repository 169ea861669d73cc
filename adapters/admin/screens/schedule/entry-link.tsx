import { t } from '../../catalogue/texts.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { statusNames } from '../../components/status-chip.tsx';
import { formatClock } from '../../schedule/zoned-time.ts';
import { urlOf } from '../../shell/router.ts';
import { isMovable, type CalendarEntry } from './entries.ts';
import styles from './entry-link.module.css';
import type { DragDays } from './use-drag-day.ts';

type Kind = CalendarEntry['kind'];

const icons: Readonly<Record<Kind, IconName>> = {
  published: 'check',
  publish: 'clock',
  unpublish: 'archive',
  failed: 'warning',
};

const kindStyles = {
  published: styles.published,
  publish: styles.publish,
  unpublish: styles.unpublish,
  failed: styles.failed,
};

/** What an entry is, for people who see neither its icon nor its frame. */
const kindText = ({ kind, change, status }: CalendarEntry): string => {
  if (kind === 'failed') return t.schedule.failedActions[change?.action ?? 'publish'];
  if (kind !== 'published') return t.schedule.actions[kind];
  return status === undefined || status === 'published'
    ? t.schedule.board.published
    : t.schedule.board.publishedOnce(statusNames[status]);
};

interface EntryLinkProps {
  readonly entry: CalendarEntry;
  readonly zone: string;
  /** Of a calendar whose entries can be dragged. */
  readonly drag?: DragDays;
  /** Whether the entry cannot be dropped where it is dragged. */
  readonly isRefused?: boolean;
}

/** An entry of a day, which opens its item. */
export const EntryLink = ({ entry, zone, drag, isRefused = false }: EntryLinkProps) => {
  const { id, title, kind, at, collection, locale, status } = entry;
  const isFormer = kind === 'published' && status !== 'published';
  const canDrag = drag !== undefined && isMovable(entry);
  const dragged = drag?.drag?.entry.key === entry.key ? drag.drag : undefined;
  const classes = [
    styles.entry,
    isFormer ? styles.former : kindStyles[kind],
    ...(canDrag ? [styles.movable] : []),
    ...(dragged === undefined ? [] : [styles.dragged]),
    ...(dragged !== undefined && isRefused ? [styles.refused] : []),
  ];
  return (
    <a
      class={classes.join(' ')}
      href={urlOf(`/content/${id}`)}
      title={`${formatClock(at, zone)} ${kindText(entry)}: ${title}`}
      style={dragged && { transform: `translate(${dragged.left}px, ${dragged.top}px)` }}
      {...(canDrag ? drag.handlersOf(entry) : { draggable: false })}
    >
      <Icon name={icons[kind]} size={13} />
      <span class={kind === 'published' && drag !== undefined ? 'visually-hidden' : styles.time}>
        {formatClock(at, zone)}
      </span>
      <span class="visually-hidden"> {kindText(entry)} </span>
      <span class={`${styles.title} ellipsis`} dir="auto">
        {title}
      </span>
      <PrivateMark collection={collection} />
      <LocaleMark code={locale} />
    </a>
  );
};

/** What the icons and frames of the entries mean. */
export const Legend = () => (
  <ul class={styles.legend}>
    {(['published', 'publish', 'unpublish'] as const).map((kind) => (
      <li key={kind}>
        <span class={`${styles.sample} ${kindStyles[kind]}`}>
          <Icon name={icons[kind]} size={13} />
        </span>
        {t.schedule.board.legend[kind]}
      </li>
    ))}
  </ul>
);
