import { useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { useBusy } from '../../components/use-busy.ts';
import { identityProvider, loadAccount } from '../../shell/session.ts';

/** The link of the account to the identity provider. Nothing without either. */
export const LinkedIdentity = ({ user }: { readonly user: OwnAccountDto }) => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, run] = useBusy();
  const configured = identityProvider.value;
  const isLinked = user.signInMethods.includes('oidc');
  if (configured === undefined && !isLinked) return null;
  const provider = configured ?? t.profile.identityProvider;

  const connect = () =>
    run(async () => {
      const { body } = await api.linkIdentity({ query: { next: '/admin/profile' } });
      location.assign(body.data.url);
    });

  const disconnect = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.profile.identity.disconnectQuestion(provider),
      text: t.profile.identity.afterDisconnecting,
      action: t.profile.identity.disconnect,
      danger: true,
    });
    if (!isSure) return;
    setFailure(undefined);
    await run(async () => {
      try {
        await api.unlinkIdentity();
      } catch (error) {
        setFailure(hasCode(error, 'last_sign_in') ? t.profile.identity.lastWay : messageOf(error));
        return;
      }
      await loadAccount();
      showToast({ text: t.profile.identity.disconnected(provider) });
    });
  };

  return (
    <section class="card" aria-labelledby="identity-heading">
      <header>
        <h2 id="identity-heading">
          <bdi>{configured ?? t.profile.identity.title}</bdi>
        </h2>
        <span class={isLinked ? 'chip good' : 'chip'}>
          {isLinked ? t.profile.identity.connected : t.profile.identity.notConnected}
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
            {t.profile.identity.canSignIn(<bdi>{provider}</bdi>)}
            {configured === undefined && ` ${t.profile.identity.noProvider}`}
          </>
        ) : (
          t.profile.identity.whyConnect(<bdi>{provider}</bdi>)
        )}
      </p>
      {configured !== undefined && (
        <div class="row end">
          {isLinked ? (
            <Button busy={isBusy} onClick={() => void disconnect()}>
              {t.profile.identity.disconnect}
            </Button>
          ) : (
            <Button busy={isBusy} onClick={() => void connect()}>
              {t.profile.identity.connect}
            </Button>
          )}
        </div>
      )}
    </section>
  );
};
