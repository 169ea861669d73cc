import type { ActiveSessionDto } from '../../../../contracts/schemas/account-schemas.ts';
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
    caption="Sessions"
    isCompact
    columns={onEnd === undefined ? facts : [...facts, endColumn(onEnd)]}
    rows={sessions}
    keyOf={({ id }) => id}
    empty={<p class="quiet-text">{empty}</p>}
  />
);

const facts: readonly Column<ActiveSessionDto>[] = [
  {
    name: 'Program',
    dir: 'auto',
    cell: ({ client, current }) => (
      <>
        <span title={client ?? undefined}>{clientText(client)}</span>
        {current && <span class="quiet-text"> (this session)</span>}
      </>
    ),
  },
  { name: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  { name: 'Signed in with', dir: 'auto', cell: sessionMethodText },
  { name: 'Signed in', width: 'tight', cell: (session) => <Time at={session.created_at} /> },
  {
    name: 'Last seen',
    width: 'tight',
    hint: 'Accurate to ten minutes',
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

const endColumn = (onEnd: (session: ActiveSessionDto) => void): Column<ActiveSessionDto> => ({
  name: 'End',
  isNameHidden: true,
  width: 'tight',
  cell: (session) =>
    !session.current && (
      <Button
        kind="quiet"
        icon="trash"
        label={`End the session of ${clientText(session.client)}`}
        onClick={() => onEnd(session)}
      />
    ),
});
