import { useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
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
      title: `Remove the second factor of ${name}?`,
      text: `For a user who has neither the app nor a recovery code any more: make sure that it is ${name} who asks you. All sessions and trusted browsers of the user end at once. After that, the password alone is enough to sign in, until the user sets up another second factor.`,
      action: 'Remove second factor',
      danger: true,
    });
    if (!isSure) return;
    await change(
      () => api.removeUserSecondFactor({ params: { id: user.id } }),
      `The second factor of ${name} is removed.`,
    );
  };

  const unlink = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Unlink ${name} from ${provider ?? ''}?`,
      text: user.signInMethods.includes('password')
        ? 'The user then signs in with the password. Sessions stay.'
        : 'The user has no password, and cannot sign in any more until you set one. Sessions stay.',
      action: 'Unlink',
      danger: true,
    });
    if (!isSure) return;
    await change(
      () => api.unlinkUserIdentity({ params: { id: user.id } }),
      `${name} is unlinked from ${provider ?? ''}.`,
    );
  };

  return (
    <section class="card" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign-in</h2>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      <dl class="facts">
        <dt>Last sign-in</dt>
        <dd>
          <LastSignIn at={user.lastSignInAt} />
        </dd>
        <dt>Signs in with</dt>
        <dd dir="auto">{signInMethodsText(user)}</dd>
        <dt>Second factor</dt>
        <dd>
          <FactorChip {...user} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={user.created_at} />
        </dd>
      </dl>
      {isSelf ? (
        <p>
          Change how you sign in yourself in <a href={urlOf('/profile')}>your account</a>.
        </p>
      ) : (
        (user.hasSecondFactor || (isLinked && provider !== undefined)) && (
          <div class="row end">
            {isLinked && provider !== undefined && (
              <Button busy={isBusy} onClick={() => void unlink()}>
                <span>
                  Unlink from <bdi>{provider}</bdi>
                </span>
              </Button>
            )}
            {user.hasSecondFactor && (
              <Button busy={isBusy} onClick={() => void removeFactor()}>
                Remove second factor
              </Button>
            )}
          </div>
        )
      )}
    </section>
  );
};
