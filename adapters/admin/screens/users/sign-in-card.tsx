import { useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { signInMethodsText } from '../../components/sign-in-text.ts';
import { showToast } from '../../components/show-toast.ts';
import { Time } from '../../components/time.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { urlOf } from '../../shell/router.ts';
import { account, identityProvider } from '../../shell/session.ts';
import type { UserPartProps } from './user-part.ts';
import { FactorChip, LastSignIn, nameOf } from './user-text.tsx';

/** How the user signs in. Another administrator can remove the second factor, and the link to the identity provider. */
export const SignInCard = ({ user, onChange }: UserPartProps) => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, run] = useBusy();
  const name = nameOf(user);
  const isSelf = user.id === account.value?.id;
  const provider = identityProvider.value;
  const isLinked = user.signInMethods.includes('oidc');

  const change = (request: () => Promise<unknown>, done: string) =>
    run(async () => {
      setFailure(undefined);
      try {
        await request();
      } catch (error) {
        setFailure(messageOf(error));
        return;
      }
      onChange((await api.getUser({ params: { id: user.id } })).body.data);
      showToast({ text: done });
    });

  const removeFactor = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.users.signInCard.removeFactorQuestion(name),
      text: t.users.signInCard.removeFactorText(name),
      action: t.users.signInCard.removeFactor,
      danger: true,
    });
    if (!isSure) return;
    await change(
      () => api.removeUserSecondFactor({ params: { id: user.id } }),
      t.users.signInCard.factorRemoved(name),
    );
  };

  const unlink = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.users.signInCard.unlinkQuestion(name, provider ?? ''),
      text: user.signInMethods.includes('password')
        ? t.users.signInCard.passwordRemains
        : t.users.signInCard.noPassword,
      action: t.users.signInCard.unlink,
      danger: true,
    });
    if (!isSure) return;
    await change(
      () => api.unlinkUserIdentity({ params: { id: user.id } }),
      t.users.signInCard.unlinked(name, provider ?? ''),
    );
  };

  return (
    <section class="card" aria-labelledby="sign-in">
      <h2 id="sign-in">{t.users.signIn}</h2>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      <dl class="facts">
        <dt>{t.users.lastSignIn}</dt>
        <dd>
          <LastSignIn at={user.lastSignInAt} />
        </dd>
        <dt>{t.users.signInCard.signsInWith}</dt>
        <dd dir="auto">{signInMethodsText(user)}</dd>
        <dt>{t.users.secondFactor}</dt>
        <dd>
          <FactorChip {...user} />
        </dd>
        <dt>{t.common.created}</dt>
        <dd>
          <Time at={user.created_at} />
        </dd>
      </dl>
      {isSelf ? (
        <p>
          {t.users.signInCard.ownElsewhere((text) => (
            <a href={urlOf('/profile')}>{text}</a>
          ))}
        </p>
      ) : (
        (user.hasSecondFactor || (isLinked && provider !== undefined)) && (
          <div class="row end">
            {isLinked && provider !== undefined && (
              <Button busy={isBusy} onClick={() => void unlink()}>
                <span>{t.users.signInCard.unlinkFrom(<bdi>{provider}</bdi>)}</span>
              </Button>
            )}
            {user.hasSecondFactor && (
              <Button busy={isBusy} onClick={() => void removeFactor()}>
                {t.users.signInCard.removeFactor}
              </Button>
            )}
          </div>
        )
      )}
    </section>
  );
};
