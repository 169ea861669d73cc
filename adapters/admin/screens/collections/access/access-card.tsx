import { t } from '../../../catalogue/texts.ts';
import { PrivateMark } from '../../../components/private-mark.tsx';
import { RadioGroup, type Choice } from '../../../components/inputs/radio-group.tsx';
import { draftsArePublic } from '../../../shell/session.ts';
import { useBuilder } from '../builder-state.ts';
import { detailId } from '../details-card.tsx';
import { accessNames, type Access } from '../model/details.ts';
import { Readers } from './readers.tsx';

const choices = (): readonly Choice<Access>[] => [
  {
    value: 'public',
    label: accessNames.public,
    hint: draftsArePublic.value ? t.access.publicWithDrafts : t.access.publicHint,
  },
  {
    value: 'private',
    label: accessNames.private,
    hint: t.access.privateHint,
  },
];

/** Who can read the collection, and the choice. It takes effect with the next save, which asks. */
export const AccessCard = () => {
  const { details, detailIssues, saved } = useBuilder();
  const { access } = details.value;
  const issue = detailIssues.value['access'];
  return (
    <section class="card" aria-labelledby="access-heading">
      <h2 id="access-heading">
        {t.access.title}
        <PrivateMark collection={saved.value} />
      </h2>
      <div id={detailId('access')} tabIndex={-1}>
        <RadioGroup
          label={t.access.whoReads}
          choices={choices()}
          value={access}
          onChange={(value) => {
            details.value = { ...details.peek(), access: value };
          }}
        />
        {issue !== undefined && <p class="error">{issue}</p>}
      </div>
      {access === 'private' && <Readers />}
    </section>
  );
};
