import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { address, navigate, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { resourceTexts } from './action-texts.ts';
import { auditColumns } from './audit-columns.tsx';
import { filterNames, readAudit } from './read-audit.ts';

const spans = [
  ['', 'All times'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
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
    <Screen title="Audit" busy={page.state.value.kind === 'loading'}>
      <div class="toolbar" role="search">
        <FilterSelect
          label="What"
          value={resource ?? ''}
          options={[['', 'Everything'], ...resourceTexts]}
          onChange={(chosen) => choose({ resource: chosen })}
        />
        <FilterSelect
          label="Who"
          value={actor ?? ''}
          options={[['', 'Everybody'], ...optionsOf(users.value ?? [], actor ?? '')]}
          onChange={(chosen) => choose({ actor: chosen })}
        />
        <FilterSelect
          label="When"
          value={days ?? ''}
          options={spans}
          onChange={(chosen) => choose({ days: chosen })}
        />
        {isFiltered && (
          <ButtonLink kind="quiet" icon="close" href={urlOf('/audit')}>
            Show all
          </ButtonLink>
        )}
      </div>
      <Loaded resource={page} what="the audit">
        {({ entries, names, cursor }) => (
          <DataTable
            caption="Audit"
            isCompact
            columns={auditColumns(names)}
            rows={entries}
            keyOf={({ number }) => number}
            empty={
              <Empty
                icon="clock"
                title={isFiltered ? 'Nothing like this' : 'Nothing has happened yet'}
              >
                Here appears who did what, when, and from which address.
              </Empty>
            }
            pages={
              (cursor !== undefined || after !== '') && (
                <nav class="pages" aria-label="Pages">
                  <Button
                    icon="back"
                    disabled={after === ''}
                    onClick={() => void navigate(urlOf('/audit', filter))}
                  >
                    Newest
                  </Button>
                  <Button
                    icon="next"
                    disabled={cursor === undefined}
                    onClick={() => void navigate(urlOf('/audit', { ...filter, after: cursor }))}
                  >
                    Older
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

interface Account {
  readonly id: string;
  readonly username: string;
}

/** An account that was deleted, or is not among the first, is still a choice. */
const optionsOf = (
  users: readonly Account[],
  actor: string,
): readonly (readonly [string, string])[] => {
  const known = users.map((each) => [each.id, each.username] as const);
  const isMissing = actor !== '' && users.every((each) => each.id !== actor);
  return isMissing ? [...known, [actor, `${actor.slice(0, 8)}…`]] : known;
};
