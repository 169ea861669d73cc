import { useEffect, useMemo, useState } from 'preact/hooks';
import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api, hasCode } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { SelectField, TextField } from '../../components/inputs/field.tsx';
import { showToast } from '../../components/show-toast.ts';
import { account, loadAccount, managesRoles } from '../../shell/session.ts';
import { useCommands } from '../../shell/commands.ts';
import { describeRole, roleOf, roleOptions } from './roles.ts';
import type { UserPartProps } from './user-part.ts';
import { managedRoleText, nameOf, reasonOf } from './user-text.tsx';

const labels = {
  firstName: t.users.account.firstName,
  lastName: t.users.account.lastName,
  username: t.users.account.username,
  role: t.common.role,
} as const;

type Name = keyof typeof labels;
type Values = Pick<UserDto, Name>;

const names: readonly Name[] = ['firstName', 'lastName', 'username', 'role'];

const valuesOf = ({ firstName, lastName, username, role }: UserDto): Values => ({
  firstName,
  lastName,
  username,
  role,
});

const issuesFrom = (error: unknown): FieldIssues => {
  if (hasCode(error, 'last_admin') || hasCode(error, 'role_managed')) {
    return { role: reasonOf(error) };
  }
  if (hasCode(error, 'username_taken')) return { username: t.users.account.usernameTaken };
  return issuesOf(error);
};

/** The names and the role. */
export const AccountCard = ({ user, onChange, markUnsaved }: UserPartProps) => {
  const [values, setValues] = useState(valuesOf(user));
  const [issues, setIssues] = useState<FieldIssues>({});
  const [isBusy, setBusy] = useState(false);
  const isSelf = user.id === account.value?.id;
  const isRoleManaged = managesRoles.value && user.signInMethods.includes('oidc');
  const isChanged = names.some((name) => values[name] !== user[name]);
  useEffect(() => markUnsaved('account', isChanged), [isChanged]);

  const errors = useMemo(() => errorsOf(issues, labels, (name) => `user-${name}`), [issues]);

  const field = (name: Name) => ({
    id: `user-${name}`,
    label: labels[name],
    value: values[name],
    error: issues[name],
    onInput: (value: string) => setValues({ ...values, [name]: value }),
  });

  const save = async (): Promise<void> => {
    if (isBusy || !isChanged) return;
    const losesAdmin = isSelf && values.role !== 'admin';
    if (
      losesAdmin &&
      !(await confirm({
        title: t.users.account.giveUpQuestion,
        text: t.users.account.giveUpText,
        action: t.users.account.giveUp,
        danger: true,
      }))
    ) {
      return;
    }
    setBusy(true);
    try {
      const { body } = await api.updateUser({
        params: { id: user.id },
        body: changesOf(user, values),
      });
      setIssues({});
      setValues(valuesOf(body.data));
      onChange(body.data);
      showToast({ text: t.users.account.saved(nameOf(body.data)) });
      if (isSelf) await loadAccount();
    } catch (error) {
      const found = issuesFrom(error);
      setIssues(found);
      if (Object.keys(found).length === 0) {
        showToast({ kind: 'failed', text: `${t.users.account.notSaved} ${reasonOf(error)}` });
      }
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{t.users.account.title}</h2>
      <ErrorSummary errors={errors} />
      <div class="cards">
        <TextField {...field('firstName')} attributes={{ autoComplete: 'off' }} />
        <TextField {...field('lastName')} attributes={{ autoComplete: 'off' }} />
        <TextField {...field('username')} attributes={{ autoComplete: 'off' }} />
        <TextField
          label={t.common.emailAddress}
          value={user.email}
          hint={t.users.account.emailFixed}
          onInput={() => undefined}
          attributes={{ readOnly: true }}
        />
        <SelectField
          {...field('role')}
          options={roleOptions}
          hint={
            isRoleManaged
              ? `${describeRole(values.role)} ${managedRoleText()}`
              : describeRole(values.role)
          }
          disabled={isRoleManaged}
          onChange={(role) => setValues({ ...values, role: roleOf(role) })}
        />
      </div>
      <div class="row end">
        <Button kind="primary" type="submit" busy={isBusy} disabled={!isChanged}>
          {t.common.save}
        </Button>
      </div>
    </form>
  );
};

/** Only what has changed: others may change the account at the same time. */
const changesOf = (user: UserDto, values: Values): Partial<Values> =>
  Object.fromEntries(
    names.filter((name) => values[name] !== user[name]).map((name) => [name, values[name]]),
  );
