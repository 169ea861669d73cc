import { language, languageCodes, languages } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { nameOf } from '../../screens/users/user-text.tsx';
import { account, signOut } from '../session.ts';
import { isHelpOpen } from '../shortcuts.tsx';
import { switchLanguage } from '../switch-language.ts';
import { chooseTheme, theme } from '../theme.ts';
import styles from './user-menu.module.css';

const themes = [
  ['system', t.shell.userMenu.systemColours, 'screen'],
  ['light', t.shell.userMenu.light, 'sun'],
  ['dark', t.shell.userMenu.dark, 'moon'],
] as const;

/** The account at the end of the rail: the profile, the colour scheme, help, the language, and the way out. */
export const UserMenu = () => {
  const user = account.value;
  if (user === undefined) return null;
  const name = nameOf(user);
  return (
    <div class={styles.user}>
      <Menu
        name={t.shell.userMenu.name}
        align="above"
        entries={[
          { label: t.common.yourAccount, icon: 'profile', href: '/admin/profile' },
          {
            label: t.shortcuts.title,
            icon: 'keyboard',
            onSelect: () => {
              isHelpOpen.value = true;
            },
          },
          ...languageCodes
            .filter((code) => code !== language)
            .map((code) => ({
              label: languages[code],
              icon: 'language' as const,
              onSelect: () => switchLanguage(code),
            })),
          { label: t.shell.userMenu.signOut, icon: 'signOut', onSelect: () => void signOut() },
        ]}
        header={
          <div class={styles.theme} role="group" aria-label={t.shell.userMenu.appearance}>
            {t.shell.userMenu.appearance}
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
