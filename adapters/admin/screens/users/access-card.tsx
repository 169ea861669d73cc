import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
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
      showToast({
        text: isActive ? t.users.access.activated(name) : t.users.access.deactivated(name),
      });
    });

  const deactivate = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.users.access.deactivateQuestion(name),
      text: isSelf ? t.users.access.deactivateSelf : t.users.access.deactivateOther,
      action: t.users.access.deactivate,
      danger: true,
    });
    if (isSure) await setActive(false);
  };

  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.users.access.deleteQuestion(name),
      text: t.users.access.deleteText,
      action: t.users.access.delete,
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
      showToast({ text: t.users.access.deleted(name) });
    });
  };

  return (
    <section class="card" aria-labelledby="access">
      <h2 id="access">{t.users.access.title}</h2>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      <div class="row between">
        <p>{user.isActive ? t.users.access.whatItDoes : t.users.access.isDeactivated(name)}</p>
        {user.isActive ? (
          <Button busy={isBusy} onClick={() => void deactivate()}>
            {t.users.access.deactivate}
          </Button>
        ) : (
          <Button busy={isBusy} onClick={() => void setActive(true)}>
            {t.users.access.activate}
          </Button>
        )}
      </div>
      <div class="row between">
        <p>{t.users.access.whatStays}</p>
        <Button icon="trash" busy={isBusy} onClick={() => void remove()}>
          {t.users.access.delete}
        </Button>
      </div>
    </section>
  );
};
