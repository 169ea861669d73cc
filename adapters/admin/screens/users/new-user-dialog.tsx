import { useId, useMemo, useState } from 'preact/hooks';
import type { Role } from '../../../../contracts/client/vocabulary.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { addressInput, SelectField, TextField } from '../../components/inputs/field.tsx';
import { isValidPassword, PasswordField } from '../../components/inputs/password-field.tsx';
import { showToast } from '../../components/show-toast.ts';
import { navigate, urlOf } from '../../shell/router.ts';
import { describeRole, roleOf, roleOptions } from './roles.ts';
import { nameOf } from './user-text.tsx';

const labels = {
  email: 'Email address',
  password: 'Password',
  role: 'Role',
  firstName: 'First name',
  lastName: 'Last name',
} as const;

const empty = { email: '', password: '', role: 'viewer' as Role, firstName: '', lastName: '' };

/** What can be seen without asking the service. */
const mistakesIn = ({ email, password }: typeof empty): FieldIssues => ({
  ...(email.trim() === '' && { email: 'Enter an email address.' }),
  ...(!isValidPassword(password) && { password: 'Choose a password that follows the rules.' }),
});

const issuesFrom = (error: unknown): FieldIssues =>
  hasCode(error, 'email_taken')
    ? { email: 'Another user has this email address.' }
    : issuesOf(error);

/** Creates an account and opens it. */
export const NewUserDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId();
  const [values, setValues] = useState(empty);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const errors = useMemo(() => errorsOf(issues, labels, (name) => `${id}-${name}`), [issues]);

  const field = <Name extends keyof typeof labels>(name: Name) => ({
    id: `${id}-${name}`,
    label: labels[name],
    value: values[name],
    error: issues[name],
    onInput: (value: string) => setValues({ ...values, [name]: value }),
  });

  const create = async (): Promise<void> => {
    const mistakes = mistakesIn(values);
    setIssues(mistakes);
    setFailure(undefined);
    if (Object.keys(mistakes).length > 0) return;
    setBusy(true);
    try {
      const { body } = await api.createUser({ body: values });
      onClose();
      await navigate(urlOf(`/users/${body.data.id}`));
      showToast({ text: `${nameOf(body.data)} was created.` });
    } catch (error) {
      const found = issuesFrom(error);
      setIssues(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const close = async (): Promise<void> => {
    const isSure =
      Object.values({ ...values, role: '' }).every((value) => value === '') ||
      (await confirm({
        title: 'Discard the new user?',
        text: 'What you have typed is lost.',
        action: 'Discard',
        cancel: 'Keep editing',
        danger: true,
      }));
    if (isSure) onClose();
  };

  return (
    <Dialog title="New user" onClose={() => void close()}>
      <ErrorSummary errors={errors} />
      {failure !== undefined && (
        <p class="alert" role="alert">
          The user was not created. {failure}
        </p>
      )}
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void create();
        }}
      >
        <TextField
          {...field('email')}
          required
          attributes={{ ...addressInput, autoFocus: true, autoComplete: 'off' }}
        />
        <PasswordField {...field('password')} required />
        <SelectField
          {...field('role')}
          options={roleOptions}
          hint={describeRole(values.role)}
          onChange={(role) => setValues({ ...values, role: roleOf(role) })}
        />
        <div class="cards">
          <TextField {...field('firstName')} attributes={{ autoComplete: 'off' }} />
          <TextField {...field('lastName')} attributes={{ autoComplete: 'off' }} />
        </div>
        <div class="row end">
          <Button onClick={() => void close()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Create user
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
