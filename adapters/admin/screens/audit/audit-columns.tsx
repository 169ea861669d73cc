import type { Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { actionText } from './action-texts.ts';
import styles from './audit-columns.module.css';
import type { AuditEntry } from './read-audit.ts';

/** A name, a slug and the rest of a line lead to what happened to the same. @param names of accounts, by id. */
export const auditColumns = (names: ReadonlyMap<string, string>): readonly Column<AuditEntry>[] => [
  { name: 'What', class: styles.what, cell: ({ action }) => actionText(action) },
  {
    name: 'Which',
    narrow: 'line',
    class: styles.detail,
    dir: 'auto',
    cell: (entry) => <Subject entry={entry} names={names} />,
  },
  {
    name: 'Who',
    width: 'name',
    dir: 'auto',
    cell: ({ actor }) => <Actor actor={actor} names={names} />,
  },
  { name: 'When', width: 'tight', cell: ({ at }) => <Time at={at} /> },
  {
    name: 'From',
    narrow: 'line',
    class: styles.address,
    cell: ({ actor }) => actor.address ?? <span class={styles.none}>–</span>,
  },
];

/** The first characters of an id tell most apart. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`;

const Subject = ({
  entry: { action, id, detail },
  names,
}: {
  readonly entry: AuditEntry;
  readonly names: ReadonlyMap<string, string>;
}) => {
  const isAccount = action.startsWith('user.') || action.startsWith('session.');
  // The detail of a preview is how long it can be seen.
  const isNamed = isAccount || action.startsWith('preview.');
  const name = isNamed && id !== undefined ? (names.get(id) ?? shortId(id)) : undefined;
  const text = [name, detail].filter((each) => each !== undefined).join(' · ');
  if (id === undefined) return <>{text || '–'}</>;
  return (
    <a href={urlOf('/audit', { id })} title="Show everything about it">
      {text || shortId(id)}
    </a>
  );
};

const Actor = ({
  actor: { kind, id },
  names,
}: {
  readonly actor: AuditEntry['actor'];
  readonly names: ReadonlyMap<string, string>;
}) => {
  if (id === undefined) return <>{kind === 'anonymous' ? 'Nobody' : 'The service'}</>;
  const name = kind === 'token' ? 'An API token' : (names.get(id) ?? shortId(id));
  return (
    <a href={urlOf('/audit', { actor: id })} title="Show everything that was done in this name">
      {kind === 'schedule' ? `${name}, as planned` : name}
    </a>
  );
};
