import { useSignal } from '@preact/signals';
import type {
  ApiTokenDto,
  CreatedApiTokenDto,
} from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Screen } from '../../shell/screen.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenValueDialog } from './token-value-dialog.tsx';
import { Scope } from './token-text.tsx';

interface TokenPage {
  readonly tokens: readonly ApiTokenDto[];
  readonly collections: readonly CollectionDto[];
}

const load = async (): Promise<TokenPage> => {
  const [tokens, collections] = await Promise.all([
    api.listApiTokens(),
    api.listCollections({ query: { includeInactive: true } }),
  ]);
  return { tokens: tokens.body.data, collections: collections.body.data };
};

/** The credentials of frontends. */
export const ApiTokens = () => {
  const resource = useResource(load);
  const isCreating = useSignal(false);
  const created = useSignal<CreatedApiTokenDto | undefined>(undefined);
  const create = (): void => {
    isCreating.value = true;
  };

  const revoke = async ({ id, name }: ApiTokenDto): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${name}?`,
      text: 'Everything that uses this token loses access at once. This cannot be undone.',
      action: 'Revoke',
      danger: true,
      typed: name,
    });
    if (!isSure) return;
    try {
      await api.deleteApiToken({ params: { id } });
      showToast({ text: `${name} was revoked.` });
    } catch (error) {
      showToast({ kind: 'failed', text: `${name} was not revoked. ${messageOf(error)}` });
    }
    resource.reload();
  };

  return (
    <Screen
      title="API tokens"
      busy={resource.state.value.kind === 'loading'}
      actions={
        <Button kind="primary" icon="add" onClick={create}>
          New token
        </Button>
      }
    >
      <Loaded resource={resource} what="the API tokens">
        {({ tokens, collections }) => (
          <>
            <DataTable
              caption="API tokens"
              columns={columnsOf(collections, revoke)}
              rows={tokens}
              keyOf={({ id }) => id}
              empty={<NoTokens onCreate={create} />}
            />
            {isCreating.value && (
              <NewTokenDialog
                collections={collections}
                onCreate={(token) => {
                  isCreating.value = false;
                  created.value = token;
                  resource.reload();
                }}
                onClose={() => {
                  isCreating.value = false;
                }}
              />
            )}
          </>
        )}
      </Loaded>
      {created.value !== undefined && (
        <TokenValueDialog
          token={created.value}
          onStored={() => {
            created.value = undefined;
          }}
        />
      )}
    </Screen>
  );
};

const NoTokens = ({ onCreate }: { readonly onCreate: () => void }) => (
  <Empty
    icon="key"
    title="No API tokens yet"
    action={
      <Button icon="add" onClick={onCreate}>
        New token
      </Button>
    }
    call={[
      '# Create a token',
      `curl ${location.origin}/api/tokens \\`,
      '  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\',
      `  -d '{ "name": "Public site", "expiresIn": "1y", "collections": [] }'`,
      '',
      '# Read content with it',
      `curl ${location.origin}/api/content -H "X-API-Key: st_…"`,
    ].join('\n')}
  >
    A website or an app reads content with an API token. It can read all collections or only some,
    and never changes anything.
  </Empty>
);

const columnsOf = (
  collections: readonly CollectionDto[],
  onRevoke: (token: ApiTokenDto) => Promise<void>,
): readonly Column<ApiTokenDto>[] => [
  { name: 'Name', cell: ({ name }) => <strong dir="auto">{name}</strong> },
  { name: 'Starts with', width: 'tight', cell: ({ prefix }) => <code>{prefix}</code> },
  {
    name: 'Can read',
    cell: ({ collections: readable }) => <Scope collections={readable} all={collections} />,
  },
  {
    name: 'Expiry',
    width: 'tight',
    cell: ({ expiresAt }) => (
      <span>
        <Expiry expiresAt={expiresAt} />
      </span>
    ),
  },
  {
    name: 'Last use',
    width: 'tight',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never used' : <Time at={lastUsedAt} />),
  },
  {
    name: 'Revoke',
    isNameHidden: true,
    width: 'tight',
    cell: (token) => (
      <Button label={`Revoke ${token.name}`} onClick={() => void onRevoke(token)}>
        Revoke
      </Button>
    ),
  },
];
