import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { actionText } from './action-texts.ts';
import styles from './audit-table.module.css';
import type { AuditEntry } from './read-audit.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** The names of accounts, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The entries of a page. A name, a slug and the rest of a line lead to what happened to the same. */
export const AuditTable = ({ entries, names }: AuditTableProps) => (
  <div class="table-box">
    <table class="table compact">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Which</th>
          <th scope="col">Who</th>
          <th scope="col">When</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.number}>
            <td class={`main ${styles.what}`}>{actionText(entry.action)}</td>
            <td data-label="Which" class={styles.detail} dir="auto">
              <Subject entry={entry} names={names} />
            </td>
            <td data-label="Who" class={styles.name} dir="auto">
              <Actor actor={entry.actor} names={names} />
            </td>
            <td data-label="When" class="tight">
              <Time at={entry.at} />
            </td>
            <td
              data-label="From"
              class={`${styles.address} ${entry.actor.address === undefined ? styles.none : ''}`}
            >
              {entry.actor.address ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

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
  const name = isAccount && id !== undefined ? (names.get(id) ?? shortId(id)) : undefined;
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
