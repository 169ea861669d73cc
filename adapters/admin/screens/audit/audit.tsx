import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { publicNameOf } from '../../../../contracts/client/vocabulary.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { address, navigate, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { resourceTexts } from './action-texts.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditLines } from './audit-lines.ts';
import { filterNames, readAudit } from './read-audit.ts';

const spans = [
  ['', t.audit.allTimes],
  ['1', counted(24, t.audit.lastHours)],
  ['7', counted(7, t.audit.lastDays)],
  ['30', counted(30, t.audit.lastDays)],
] as const;

/** How many accounts the filter offers. */
const accountsMax = 500;

/** Who did what. Its state is in the URL. */
export const Audit = () => {
  const { query } = address.value;
  const page = useResource(() => readAudit(address.value.query));
  const users = useResource(
    async () => (await api.listUsers({ query: { limit: accountsMax } })).body.data,
  );
  const valueOf = (name: string): string => query.get(name) ?? '';
  const [resource, actor, id, days] = filterNames.map(valueOf);
  const filter = { resource, actor, id, days };
  const isFiltered = filterNames.some((name) => valueOf(name) !== '');
  const after = valueOf('after');
  const choose = (changes: Partial<typeof filter>) => replaceQuery({ ...filter, ...changes });

  return (
    <Screen title={t.audit.title} busy={page.state.value.kind === 'loading'}>
      <div class="toolbar" role="search">
        <FilterSelect
          label={t.audit.what}
          value={resource ?? ''}
          options={[['', t.audit.everything], ...resourceTexts]}
          onChange={(chosen) => choose({ resource: chosen })}
        />
        <FilterSelect
          label={t.audit.who}
          value={actor ?? ''}
          options={[['', t.audit.everybody], ...optionsOf(users.value ?? [], actor ?? '')]}
          onChange={(chosen) => choose({ actor: chosen })}
        />
        <FilterSelect
          label={t.audit.when}
          value={days ?? ''}
          options={spans}
          onChange={(chosen) => choose({ days: chosen })}
        />
        {isFiltered && (
          <ButtonLink kind="quiet" icon="close" href={urlOf('/audit')}>
            {t.audit.showAll}
          </ButtonLink>
        )}
      </div>
      <Loaded resource={page} what={t.audit.theAudit}>
        {({ entries, names, items, cursor }) => (
          <DataTable
            caption={t.audit.title}
            isCompact
            columns={auditColumns({ names, items })}
            rows={auditLines(entries)}
            keyOf={({ entries: [{ number }] }) => number}
            empty={
              <Empty icon="clock" title={isFiltered ? t.audit.nothingLikeThis : t.audit.nothingYet}>
                {t.audit.explanation}
              </Empty>
            }
            pages={
              (cursor !== undefined || after !== '') && (
                <nav class="pages" aria-label={t.components.pages.label}>
                  <Button
                    icon="back"
                    disabled={after === ''}
                    onClick={() => void navigate(urlOf('/audit', filter))}
                  >
                    {t.audit.newest}
                  </Button>
                  <Button
                    icon="next"
                    disabled={cursor === undefined}
                    onClick={() => void navigate(urlOf('/audit', { ...filter, after: cursor }))}
                  >
                    {t.audit.older}
                  </Button>
                </nav>
              )
            }
          />
        )}
      </Loaded>
    </Screen>
  );
};

type Account = Pick<UserDto, 'id' | 'username' | 'firstName' | 'lastName'>;

/** An account that was deleted, or is not among the first, is still a choice. */
const optionsOf = (
  users: readonly Account[],
  actor: string,
): readonly (readonly [string, string])[] => {
  const known = users.map((each) => [each.id, publicNameOf(each)] as const);
  const isMissing = actor !== '' && users.every((each) => each.id !== actor);
  return isMissing ? [...known, [actor, `${actor.slice(0, 8)}…`]] : known;
};
