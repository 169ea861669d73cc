import type { ActiveSessionDto } from '../../../../contracts/schemas/account-schemas.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { clientText } from '../client-text.ts';
import { sessionMethodText } from '../sign-in-text.ts';
import { Time } from '../time.tsx';
import { DataTable, type Column } from './data-table.tsx';

interface SessionTableProps {
  readonly sessions: readonly ActiveSessionDto[];
  /** Shown without sessions. */
  readonly empty: string;
  /** Ends a session; without it, the table only shows them. */
  readonly onEnd?: (session: ActiveSessionDto) => void;
}

/** Where an account is signed in. */
export const SessionTable = ({ sessions, empty, onEnd }: SessionTableProps) => (
  <DataTable
    caption={t.components.sessions.label}
    isCompact
    columns={onEnd === undefined ? facts : [...facts, endColumn(onEnd)]}
    rows={sessions}
    keyOf={({ id }) => id}
    empty={<p class="quiet-text">{empty}</p>}
  />
);

const facts: readonly Column<ActiveSessionDto>[] = [
  {
    name: t.components.sessions.program,
    dir: 'auto',
    cell: ({ client, current }) => (
      <>
        <span title={client ?? undefined}>{clientText(client)}</span>
        {current && <span class="quiet-text"> {t.components.sessions.current}</span>}
      </>
    ),
  },
  {
    name: t.components.sessions.address,
    cell: ({ address }) => address ?? t.components.sessions.unknown,
  },
  { name: t.components.sessions.signedInWith, dir: 'auto', cell: sessionMethodText },
  {
    name: t.components.sessions.signedIn,
    width: 'tight',
    cell: (session) => <Time at={session.created_at} />,
  },
  {
    name: t.components.sessions.lastSeen,
    width: 'tight',
    hint: t.components.sessions.accuracy,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

const endColumn = (onEnd: (session: ActiveSessionDto) => void): Column<ActiveSessionDto> => ({
  name: t.components.sessions.end,
  isNameHidden: true,
  width: 'tight',
  cell: (session) =>
    !session.current && (
      <Button
        kind="quiet"
        icon="trash"
        label={t.components.sessions.endOf(clientText(session.client))}
        onClick={() => onEnd(session)}
      />
    ),
});
