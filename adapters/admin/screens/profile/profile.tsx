import { Button } from '../../components/button.tsx';
import { Screen } from '../../shell/screen.tsx';
import { account, signOut } from '../../shell/session.ts';
import { NamesForm } from './names-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own account. */
export const Profile = () => {
  const user = account.value;
  return (
    <Screen
      title="Profile"
      width="reading"
      side={
        <p class="quiet-text">
          Your names are shown beside the items that you write. An administrator can change your
          email address and your role, and set a new password if you have forgotten yours.
        </p>
      }
      actions={<Button onClick={() => void signOut()}>Sign out</Button>}
    >
      {user !== undefined && (
        <>
          <NamesForm user={user} />
          <PasswordForm user={user} />
          <Sessions />
        </>
      )}
    </Screen>
  );
};
