import { useId, useMemo, useState } from 'preact/hooks';
import { invitationLifetimes, type Role } from '../../../../contracts/client/vocabulary.ts';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { addressInput, SelectField, TextField } from '../../components/inputs/field.tsx';
import { Loaded } from '../../components/states.tsx';
import { GrantFields } from './grant-fields.tsx';
import type { LinkedInvitation } from './invitations.tsx';
import styles from './invite-dialog.module.css';
import { describeRole, roleOf, roleOptions } from './roles.ts';

const labels = { email: t.common.emailAddress };

type Lifetime = (typeof invitationLifetimes)[number];

const lifetimeOptions = invitationLifetimes.map((value) => ({
  value,
  label: t.invitations.dialog.lifetimes[value],
}));

const issuesFrom = (error: unknown): FieldIssues =>
  hasCode(error, 'email_taken') ? { email: t.invitations.dialog.emailTaken } : issuesOf(error);

const loadCollections = async (): Promise<readonly CollectionDto[]> =>
  (await api.listCollections({ query: { includeInactive: true } })).body.data;

interface InviteDialogProps {
  readonly onInvite: (invitation: LinkedInvitation) => void;
  readonly onClose: () => void;
}

/** Invites an address. The link is in the response only. */
export const InviteDialog = ({ onInvite, onClose }: InviteDialogProps) => {
  const id = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [expiresIn, setExpiresIn] = useState<Lifetime>('7d');
  const [permissions, setPermissions] = useState<readonly PermissionDto[]>([]);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const collections = useResource(loadCollections);

  const errors = useMemo(() => errorsOf(issues, labels, (name) => `${id}-${name}`), [issues]);

  const invite = async (): Promise<void> => {
    setFailure(undefined);
    const isMissing = email.trim() === '';
    setIssues(isMissing ? { email: t.invitations.dialog.emailNeeded } : {});
    if (isMissing) return;
    setBusy(true);
    try {
      const body = { email, role, permissions: [...permissions], expiresIn };
      onInvite((await api.createInvitation({ body })).body.data);
    } catch (error) {
      const found = issuesFrom(error);
      setIssues(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t.invitations.dialog.title} onClose={onClose}>
      <ErrorSummary errors={errors} />
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.invitations.dialog.failed} {failure}
        </p>
      )}
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void invite();
        }}
      >
        <TextField
          id={`${id}-email`}
          label={labels.email}
          required
          hint={t.invitations.dialog.earlierEnds}
          value={email}
          error={issues['email']}
          onInput={setEmail}
          attributes={{ ...addressInput, autoFocus: true, autoComplete: 'off' }}
        />
        <SelectField
          label={t.common.role}
          value={role}
          options={roleOptions}
          hint={describeRole(role)}
          onChange={(value) => setRole(roleOf(value))}
        />
        <SelectField
          label={t.common.expires}
          value={expiresIn}
          options={lifetimeOptions}
          onChange={(value) =>
            setExpiresIn(invitationLifetimes.find((each) => each === value) ?? '7d')
          }
        />
        <fieldset class={styles.grants}>
          <legend class="label">{t.roles.inCollections}</legend>
          <Loaded resource={collections} what={t.invitations.dialog.theCollections}>
            {(all) => (
              <GrantFields grants={permissions} collections={all} onChange={setPermissions} />
            )}
          </Loaded>
        </fieldset>
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t.invitations.dialog.invite}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
