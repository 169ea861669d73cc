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
