import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import type { Column } from '../../components/table/data-table.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { actionText, manyText } from './action-texts.ts';
import styles from './audit-columns.module.css';
import type { AuditLine } from './audit-lines.ts';
import type { AuditEntry, AuditPage } from './read-audit.ts';

/** What entries are about, by id: the names of accounts, and items. */
type Known = Pick<AuditPage, 'names' | 'items'>;

/** A name, a title and the rest of a line lead to what happened to the same. */
export const auditColumns = (known: Known): readonly Column<AuditLine>[] => [
  {
    name: t.audit.what,
    class: styles.what,
    cell: ({ entries }) => {
      const [{ action }] = entries;
      const many = entries.length > 1 ? manyText(action, entries.length) : undefined;
      return many ?? actionText(action);
    },
  },
  {
    name: t.audit.which,
    narrow: 'line',
    class: styles.detail,
    dir: 'auto',
    cell: ({ entries }) => <Subjects entries={entries} known={known} />,
  },
  {
    name: t.audit.who,
    width: 'name',
    dir: 'auto',
    cell: ({ entries: [{ actor }] }) => <Actor actor={actor} names={known.names} />,
  },
  { name: t.audit.when, width: 'tight', cell: ({ entries: [{ at }] }) => <Time at={at} /> },
  {
    name: t.audit.from,
    narrow: 'line',
    class: styles.address,
    cell: ({ entries: [{ actor }] }) => actor.address ?? <span class={styles.none}>–</span>,
  },
];

/** The first characters of an id tell most apart. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`;

/** What an entry is about, for people. */
const subjectOf = ({ action, id, detail }: AuditEntry, { names, items }: Known): string => {
  const isAccount = action.startsWith('user.') || action.startsWith('session.');
  // The detail of a preview is how long it can be seen.
  const isNamed = isAccount || action.startsWith('preview.');
  const item = id === undefined ? undefined : items.get(id);
  const name =
    item?.title ?? (isNamed && id !== undefined ? (names.get(id) ?? shortId(id)) : undefined);
  const fact = item !== undefined && detail === item.slug ? undefined : detail;
  return [name, fact].filter((each) => each !== undefined).join(' · ');
};

interface SubjectProps {
  readonly entry: AuditEntry;
  readonly known: Known;
}

const Subject = ({ entry, known }: SubjectProps) => {
  const { id } = entry;
  const text = subjectOf(entry, known);
  if (id === undefined) return <>{text || '–'}</>;
  return (
    <>
      <a href={urlOf('/audit', { id })} title={t.audit.showSubject}>
        {text || shortId(id)}
      </a>{' '}
      <LocaleMark code={known.items.get(id)?.locale} />
    </>
  );
};

/** What a line is about: one thing, or many that are shown on request. */
const Subjects = ({ entries, known }: AuditLine & Pick<SubjectProps, 'known'>) => {
  const [first] = entries;
  if (entries.length === 1) return <Subject entry={first} known={known} />;
  const others = numberText(entries.length - 1);
  return (
    <details>
      <summary>{t.audit.andMore(subjectOf(first, known), others)}</summary>
      <ul class={styles.subjects}>
        {entries.map((entry) => (
          <li key={entry.number}>
            <Subject entry={entry} known={known} />
          </li>
        ))}
      </ul>
    </details>
  );
};

const Actor = ({
  actor: { kind, id },
  names,
}: {
  readonly actor: AuditEntry['actor'];
  readonly names: ReadonlyMap<string, string>;
}) => {
  if (id === undefined) return <>{kind === 'anonymous' ? t.audit.nobody : t.audit.service}</>;
  const name = kind === 'token' ? t.audit.token : (names.get(id) ?? shortId(id));
  return (
    <a href={urlOf('/audit', { actor: id })} title={t.audit.showActor}>
      {kind === 'schedule' ? t.audit.asPlanned(name) : name}
    </a>
  );
};
