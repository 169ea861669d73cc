import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { navigate, urlOf } from '../../shell/router.ts';
import { account } from '../../shell/session.ts';
import type { UserPartProps } from './user-part.ts';
import { nameOf, reasonOf } from './user-text.tsx';

/** Deactivates, activates or deletes an account. */
export const AccessCard = ({ user, onChange }: UserPartProps) => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(user);
  const isSelf = user.id === account.value?.id;

  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  const setActive = (isActive: boolean): Promise<void> =>
    run(async () => {
      const { body } = await api.updateUser({ params: { id: user.id }, body: { isActive } });
      if (isSelf && !isActive) {
        location.assign('/auth/login');
        return;
      }
      onChange(body.data);
      showToast({ text: `${name} is ${isActive ? 'active again' : 'deactivated'}.` });
    });

  const deactivate = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Deactivate ${name}?`,
      text: `${isSelf ? 'You are signed out at once and cannot' : 'All sessions end at once, and the user cannot'} sign in until an administrator activates the account again.`,
      action: 'Deactivate',
      danger: true,
    });
    if (isSure) await setActive(false);
  };

  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: 'The account and its sessions are deleted. The items and files of the user stay, without an owner. This cannot be undone.',
      action: 'Delete user',
      danger: true,
      typed: user.username,
    });
    if (!isSure) return;
    await run(async () => {
      await api.deleteUser({ params: { id: user.id } });
      if (isSelf) {
        location.assign('/auth/login');
        return;
      }
      await navigate(urlOf('/users'), { force: true });
      showToast({ text: `${name} was deleted.` });
    });
  };

  return (
    <section class="card" aria-labelledby="access">
      <h2 id="access">Access</h2>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      <div class="row between">
        <p>
          {user.isActive
            ? 'A deactivated user cannot sign in. Nothing else changes, and you can undo it.'
            : `${name} is deactivated and cannot sign in.`}
        </p>
        {user.isActive ? (
          <Button busy={isBusy} onClick={() => void deactivate()}>
            Deactivate
          </Button>
        ) : (
          <Button busy={isBusy} onClick={() => void setActive(true)}>
            Activate
          </Button>
        )}
      </div>
      <div class="row between">
        <p>Deleting a user cannot be undone. Items and files stay, without an owner.</p>
        <Button icon="trash" busy={isBusy} onClick={() => void remove()}>
          Delete user
        </Button>
      </div>
    </section>
  );
};
