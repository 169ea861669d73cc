import type { InvitationDto } from '../../../../contracts/operations/invitations.ts';
import { api } from '../../api/client.ts';
import type { Resource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { useBusy } from '../../components/use-busy.ts';
import type { ShownLink } from './link-dialog.tsx';
import { RoleText } from './user-text.tsx';

/** An invitation with its link. */
export interface LinkedInvitation extends ShownLink, Pick<InvitationDto, 'email'> {}

interface InvitationsProps {
  readonly resource: Resource<readonly InvitationDto[]>;
  /** Shows a new link. */
  readonly onLink: (invitation: LinkedInvitation) => void;
}

/** The open invitations, with new links and the way to withdraw them. */
export const Invitations = ({ resource, onLink }: InvitationsProps) => {
  const [isBusy, run] = useBusy();

  const resend = ({ id }: InvitationDto) =>
    run(async () => {
      onLink((await api.resendInvitation({ params: { id } })).body.data);
    });

  const withdraw = async ({ id, email }: InvitationDto): Promise<void> => {
    const isSure = await confirm({
      title: `Withdraw the invitation of ${email}?`,
      text: 'Its link does not work any more. You can invite the address again.',
      action: 'Withdraw',
      danger: true,
    });
    if (!isSure) return;
    await run(async () => {
      await api.withdrawInvitation({ params: { id } });
      showToast({ text: `The invitation of ${email} was withdrawn.` });
    });
    resource.reload();
  };

  const columns: readonly Column<InvitationDto>[] = [
    ...facts,
    {
      name: 'New link',
      isNameHidden: true,
      width: 'tight',
      cell: (invitation) => (
        <Button
          kind="quiet"
          icon="reload"
          busy={isBusy}
          label={`Make a new link for ${invitation.email}`}
          onClick={() => void resend(invitation)}
        />
      ),
    },
    {
      name: 'Withdraw',
      isNameHidden: true,
      width: 'tight',
      cell: (invitation) => (
        <Button
          kind="quiet"
          icon="trash"
          busy={isBusy}
          label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => void withdraw(invitation)}
        />
      ),
    },
  ];

  return (
    <section class="stack" aria-labelledby="invitations">
      <h2 id="invitations">Open invitations</h2>
      <Loaded resource={resource} what="the invitations">
        {(invitations) => (
          <DataTable
            caption="Open invitations"
            isCompact
            columns={columns}
            rows={invitations}
            keyOf={({ id }) => id}
            empty={<p class="quiet-text">Nobody is invited at the moment.</p>}
          />
        )}
      </Loaded>
    </section>
  );
};

const facts: readonly Column<InvitationDto>[] = [
  { name: 'Email', dir: 'auto', cell: ({ email }) => email },
  { name: 'Role', width: 'tight', cell: (invitation) => <RoleText {...invitation} /> },
  {
    name: 'Mail',
    width: 'tight',
    hint: 'Whether the mail server has taken the mail with the link',
    cell: ({ sent }) => (
      <span class={sent ? 'chip good' : 'chip'}>{sent ? 'Mail sent' : 'No mail sent'}</span>
    ),
  },
  { name: 'Expiry', width: 'tight', cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
];
