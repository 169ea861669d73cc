import type { InvitationDto } from '../../../../contracts/operations/invitations.ts';
import { api } from '../../api/client.ts';
import type { Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
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
      title: t.invitations.withdrawQuestion(email),
      text: t.invitations.linkEnds,
      action: t.invitations.withdraw,
      danger: true,
    });
    if (!isSure) return;
    await run(async () => {
      await api.withdrawInvitation({ params: { id } });
      showToast({ text: t.invitations.withdrawn(email) });
    });
    resource.reload();
  };

  const columns: readonly Column<InvitationDto>[] = [
    ...facts,
    {
      name: t.invitations.newLink,
      isNameHidden: true,
      width: 'tight',
      cell: (invitation) => (
        <Button
          kind="quiet"
          icon="reload"
          busy={isBusy}
          label={t.invitations.newLinkFor(invitation.email)}
          onClick={() => void resend(invitation)}
        />
      ),
    },
    {
      name: t.invitations.withdraw,
      isNameHidden: true,
      width: 'tight',
      cell: (invitation) => (
        <Button
          kind="quiet"
          icon="trash"
          busy={isBusy}
          label={t.invitations.withdrawOf(invitation.email)}
          onClick={() => void withdraw(invitation)}
        />
      ),
    },
  ];

  return (
    <section class="stack" aria-labelledby="invitations">
      <h2 id="invitations">{t.invitations.title}</h2>
      <Loaded resource={resource} what={t.invitations.theInvitations}>
        {(invitations) => (
          <DataTable
            caption={t.invitations.title}
            isCompact
            columns={columns}
            rows={invitations}
            keyOf={({ id }) => id}
            empty={<p class="quiet-text">{t.invitations.none}</p>}
          />
        )}
      </Loaded>
    </section>
  );
};

const facts: readonly Column<InvitationDto>[] = [
  { name: t.invitations.email, dir: 'auto', cell: ({ email }) => email },
  { name: t.common.role, width: 'tight', cell: (invitation) => <RoleText {...invitation} /> },
  {
    name: t.invitations.mail,
    width: 'tight',
    hint: t.invitations.mailHint,
    cell: ({ sent }) => (
      <span class={sent ? 'chip good' : 'chip'}>
        {sent ? t.invitations.sent : t.invitations.notSent}
      </span>
    ),
  },
  {
    name: t.invitations.expiry,
    width: 'tight',
    cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
  },
];
