import { useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { useBusy } from '../../components/use-busy.ts';
import { identityProvider, loadAccount } from '../../shell/session.ts';

const lastWay =
  'This is the only way in which you can sign in. Ask an administrator for a password first.';

/** The link of the account to the identity provider. Nothing without either. */
export const LinkedIdentity = ({ user }: { readonly user: OwnAccountDto }) => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, run] = useBusy();
  const configured = identityProvider.value;
  const isLinked = user.signInMethods.includes('oidc');
  if (configured === undefined && !isLinked) return null;
  const provider = configured ?? 'the identity provider';

  const connect = () =>
    run(async () => {
      const { body } = await api.linkIdentity({ query: { next: '/admin/profile' } });
      location.assign(body.data.url);
    });

  const disconnect = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Disconnect ${provider}?`,
      text: 'You sign in with your password from then on. Your sessions stay.',
      action: 'Disconnect',
      danger: true,
    });
    if (!isSure) return;
    setFailure(undefined);
    await run(async () => {
      try {
        await api.unlinkIdentity();
      } catch (error) {
        setFailure(hasCode(error, 'last_sign_in') ? lastWay : messageOf(error));
        return;
      }
      await loadAccount();
      showToast({ text: `Your account is disconnected from ${provider}.` });
    });
  };

  return (
    <section class="card" aria-labelledby="identity-heading">
      <header>
        <h2 id="identity-heading">
          <bdi>{configured ?? 'Identity provider'}</bdi>
        </h2>
        <span class={isLinked ? 'chip good' : 'chip'}>
          {isLinked ? 'Connected' : 'Not connected'}
        </span>
      </header>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      <p class="quiet-text">
        {isLinked ? (
          <>
            You can sign in to this account with <bdi>{provider}</bdi>.
            {configured === undefined && ' At the moment, this service has no identity provider.'}
          </>
        ) : (
          <>
            Connect your account to sign in with <bdi>{provider}</bdi>. You are asked to sign in
            there, and come back.
          </>
        )}
      </p>
      {configured !== undefined && (
        <div class="row end">
          {isLinked ? (
            <Button busy={isBusy} onClick={() => void disconnect()}>
              Disconnect
            </Button>
          ) : (
            <Button busy={isBusy} onClick={() => void connect()}>
              Connect
            </Button>
          )}
        </div>
      )}
    </section>
  );
};
