import { useId, useMemo, useState } from 'preact/hooks';
import type { Role } from '../../../../contracts/client/vocabulary.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
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
  email: t.common.emailAddress,
  password: t.common.password,
  role: t.common.role,
  firstName: t.users.account.firstName,
  lastName: t.users.account.lastName,
};

const empty = { email: '', password: '', role: 'viewer' as Role, firstName: '', lastName: '' };

/** What can be seen without asking the service. */
const mistakesIn = ({ email, password }: typeof empty): FieldIssues => ({
  ...(email.trim() === '' && { email: t.users.creation.emailNeeded }),
  ...(!isValidPassword(password) && { password: t.users.creation.passwordRules }),
});

const issuesFrom = (error: unknown): FieldIssues =>
  hasCode(error, 'email_taken') ? { email: t.users.creation.emailTaken } : issuesOf(error);

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
      showToast({ text: t.users.creation.created(nameOf(body.data)) });
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
        title: t.users.creation.discardQuestion,
        text: t.users.creation.typedIsLost,
        action: t.common.discard,
        cancel: t.common.keepEditing,
        danger: true,
      }));
    if (isSure) onClose();
  };

  return (
    <Dialog title={t.users.newUser} onClose={() => void close()}>
      <ErrorSummary errors={errors} />
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.users.creation.failed} {failure}
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
          <Button onClick={() => void close()}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t.users.creation.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
