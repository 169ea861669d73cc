import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { nameOf } from '../../screens/users/user-text.tsx';
import { account, signOut } from '../session.ts';
import { isHelpOpen } from '../shortcuts.tsx';
import { chooseTheme, theme } from '../theme.ts';
import styles from './user-menu.module.css';

const themes = [
  ['system', 'System colours', 'screen'],
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
] as const;

/** The account at the end of the rail: the profile, the colour scheme, help, and the way out. */
export const UserMenu = () => {
  const user = account.value;
  if (user === undefined) return null;
  const name = nameOf(user);
  return (
    <div class={styles.user}>
      <Menu
        name="You"
        align="above"
        entries={[
          { label: 'Your account', icon: 'profile', href: '/admin/profile' },
          {
            label: 'Keyboard shortcuts',
            icon: 'keyboard',
            onSelect: () => {
              isHelpOpen.value = true;
            },
          },
          { label: 'Sign out', icon: 'signOut', onSelect: () => void signOut() },
        ]}
        header={
          <div class={styles.theme} role="group" aria-label="Appearance">
            Appearance
            <div class={styles.themes}>
              {themes.map(([value, label, icon]) => (
                <Button
                  key={value}
                  kind="quiet"
                  icon={icon}
                  label={label}
                  attributes={{ 'aria-pressed': theme.value === value }}
                  onClick={() => chooseTheme(value)}
                />
              ))}
            </div>
          </div>
        }
      >
        <Avatar name={name} />
        <span class="ellipsis" dir="auto">
          {name}
        </span>
      </Menu>
    </div>
  );
};
