import { useSignal } from '@preact/signals';
import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { cutPage, Pager, pageOf, pageQuery } from '../../components/pager.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { signInMethodsText } from '../../components/sign-in-text.ts';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { account } from '../../shell/session.ts';
import { NewUserDialog } from './new-user-dialog.tsx';
import { Invitations, type LinkedInvitation } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ActiveChip, FactorChip, LastSignIn, nameOf, RoleText } from './user-text.tsx';
import styles from './users.module.css';

const loadUsers = async (page: number) =>
  cutPage((await api.listUsers({ query: pageQuery(page) })).body.data);

/** The accounts, for administrators. */
export const Users = () => {
  const page = pageOf(address.value.query.get('page'));
  const list = useResource(() => loadUsers(pageOf(address.value.query.get('page'))));
  const invitations = useResource(async () => (await api.listInvitations()).body.data);
  const isCreating = useSignal(false);
  const isInviting = useSignal(false);
  const linked = useSignal<LinkedInvitation | undefined>(undefined);
  const create = (): void => {
    isCreating.value = true;
  };
  return (
    <Screen
      title={t.common.users}
      busy={list.state.value.kind === 'loading'}
      actions={
        <>
          <Button icon="add" onClick={create}>
            {t.users.newUser}
          </Button>
          <Button
            kind="primary"
            icon="email"
            onClick={() => {
              isInviting.value = true;
            }}
          >
            {t.users.invite}
          </Button>
        </>
      }
    >
      <Loaded resource={list} what={t.users.theUsers}>
        {({ entries: users, hasNext }) => (
          <DataTable
            caption={t.common.users}
            isCompact
            columns={columns}
            rows={users}
            keyOf={({ id }) => id}
            empty={
              <Empty icon="users" title={t.users.emptyTitle}>
                {t.users.emptyText}
              </Empty>
            }
            pages={
              <Pager
                page={page}
                hasNext={hasNext}
                onPage={(next) => replaceQuery({ page: next > 1 ? next : undefined })}
              />
            }
          />
        )}
      </Loaded>
      <Invitations
        resource={invitations}
        onLink={(invitation) => {
          linked.value = invitation;
        }}
      />
      {isInviting.value && (
        <InviteDialog
          onInvite={(invitation) => {
            isInviting.value = false;
            linked.value = invitation;
          }}
          onClose={() => {
            isInviting.value = false;
          }}
        />
      )}
      {linked.value !== undefined && (
        <LinkDialog
          title={t.invitations.link.invitationOf(linked.value.email)}
          link={linked.value}
          advice={t.invitations.link.invitationAdvice}
          onClose={() => {
            linked.value = undefined;
            invitations.reload();
          }}
        />
      )}
      {isCreating.value && (
        <NewUserDialog
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </Screen>
  );
};

const columns: readonly Column<UserDto>[] = [
  {
    name: t.common.name,
    class: styles.name,
    cell: (user) => (
      <div class={styles.user}>
        <Avatar name={nameOf(user)} />
        <div>
          <a href={urlOf(`/users/${user.id}`)} dir="auto">
            {nameOf(user)}
          </a>
          {user.id === account.value?.id && <span class="quiet-text"> {t.users.you}</span>}
        </div>
      </div>
    ),
  },
  { name: t.users.email, class: styles.email, cell: ({ email }) => email },
  {
    name: t.common.role,
    width: 'tight',
    cell: (user) => <RoleText {...user} />,
  },
  {
    name: t.common.status,
    width: 'tight',
    cell: ({ isActive }) => <ActiveChip isActive={isActive} />,
  },
  {
    name: t.users.signIn,
    isMinor: true,
    class: styles.signIn,
    cell: (user) => (
      <>
        <span dir="auto">{signInMethodsText(user)}</span>{' '}
        {user.hasSecondFactor && <FactorChip {...user} />}
      </>
    ),
  },
  {
    name: t.users.lastSignIn,
    width: 'tight',
    narrow: 'labelled',
    cell: (user) => <LastSignIn at={user.lastSignInAt} />,
  },
];
