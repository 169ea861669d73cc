import { useMemo, useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { TextField } from '../../components/inputs/field.tsx';
import { showToast } from '../../components/show-toast.ts';
import { account } from '../../shell/session.ts';
import { useCommands } from '../../shell/commands.ts';
import { useUnsavedChanges } from '../../shell/unsaved/unsaved-changes.ts';

const fields = [
  {
    name: 'firstName',
    label: t.profile.names.firstName,
    hint: undefined,
    autoComplete: 'given-name',
  },
  {
    name: 'lastName',
    label: t.profile.names.lastName,
    hint: undefined,
    autoComplete: 'family-name',
  },
  {
    name: 'username',
    label: t.profile.names.username,
    hint: t.profile.names.usernameHint,
    autoComplete: 'nickname',
  },
] as const;

type Names = Pick<OwnAccountDto, (typeof fields)[number]['name']>;

const idOf = (name: string): string => `profile-${name}`;

const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));

const issuesIn = (failure: unknown): FieldIssues =>
  hasCode(failure, 'username_taken')
    ? { username: t.profile.names.usernameTaken }
    : issuesOf(failure);

/** The names, which the user can change, and the email address and role, which only administrators can. */
export const NamesForm = ({ user }: { readonly user: OwnAccountDto }) => {
  const [draft, setDraft] = useState<Names>(user);
  const [issues, setIssues] = useState<FieldIssues>({});
  const errors = useMemo(() => errorsOf(issues, labels, idOf), [issues]);
  const [isBusy, setBusy] = useState(false);
  const isDirty = fields.some(({ name }) => draft[name] !== user[name]);

  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { username, firstName, lastName } = draft;
    try {
      const { body } = await api.updateAccount({ body: { username, firstName, lastName } });
      account.value = body.user;
      // What was typed while the request ran stays.
      setDraft((current) => (current === draft ? body.user : current));
      setIssues({});
      showToast({ text: t.profile.names.saved });
    } catch (failure) {
      const found = issuesIn(failure);
      setIssues(found);
      if (Object.keys(found).length === 0) showToast({ kind: 'failed', text: messageOf(failure) });
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });
  useUnsavedChanges(isDirty, t.profile.names.yourNames);

  return (
    <form
      class="card"
      aria-labelledby="names-heading"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id="names-heading">{t.profile.names.title}</h2>
      <ErrorSummary errors={errors} />
      <dl class="facts">
        <dt>{t.common.emailAddress}</dt>
        <dd>{user.email}</dd>
        <dt>{t.common.role}</dt>
        <dd>{t.roles.names[user.role]}</dd>
      </dl>
      {fields.map(({ name, label, hint, autoComplete }) => (
        <TextField
          key={name}
          id={idOf(name)}
          label={label}
          hint={hint}
          required={name === 'username'}
          value={draft[name]}
          error={issues[name]}
          attributes={{ autoComplete }}
          onInput={(value) => setDraft({ ...draft, [name]: value })}
        />
      ))}
      <div class="row end">
        <Button kind="primary" type="submit" busy={isBusy}>
          {t.common.save}
        </Button>
      </div>
    </form>
  );
};
