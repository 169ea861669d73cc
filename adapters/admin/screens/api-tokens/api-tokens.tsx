import { useSignal } from '@preact/signals';
import type {
  ApiTokenDto,
  CreatedApiTokenDto,
} from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
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
      title: t.apiTokens.revokeQuestion(name),
      text: t.apiTokens.revokeEffect,
      action: t.apiTokens.revoke,
      danger: true,
      typed: name,
    });
    if (!isSure) return;
    try {
      await api.deleteApiToken({ params: { id } });
      showToast({ text: t.apiTokens.revoked(name) });
    } catch (error) {
      showToast({ kind: 'failed', text: t.apiTokens.notRevoked(name, messageOf(error)) });
    }
    resource.reload();
  };

  return (
    <Screen
      title={t.apiTokens.title}
      busy={resource.state.value.kind === 'loading'}
      actions={
        <Button kind="primary" icon="add" onClick={create}>
          {t.apiTokens.newToken}
        </Button>
      }
    >
      <Loaded resource={resource} what={t.apiTokens.what}>
        {({ tokens, collections }) => (
          <>
            <DataTable
              caption={t.apiTokens.title}
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
    title={t.apiTokens.noneTitle}
    action={
      <Button icon="add" onClick={onCreate}>
        {t.apiTokens.newToken}
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
    {t.apiTokens.noneText}
  </Empty>
);

const columnsOf = (
  collections: readonly CollectionDto[],
  onRevoke: (token: ApiTokenDto) => Promise<void>,
): readonly Column<ApiTokenDto>[] => [
  { name: t.common.name, cell: ({ name }) => <strong dir="auto">{name}</strong> },
  {
    name: t.apiTokens.startsWith,
    width: 'tight',
    isMinor: true,
    cell: ({ prefix }) => <code>{prefix}</code>,
  },
  {
    name: t.apiTokens.canRead,
    cell: ({ collections: readable }) => <Scope collections={readable} all={collections} />,
  },
  {
    name: t.apiTokens.expiry,
    width: 'tight',
    cell: ({ expiresAt }) => (
      <span>
        <Expiry expiresAt={expiresAt} />
      </span>
    ),
  },
  {
    name: t.apiTokens.lastUse,
    width: 'tight',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t.apiTokens.neverUsed : <Time at={lastUsedAt} />,
  },
  {
    name: t.apiTokens.revoke,
    isNameHidden: true,
    width: 'tight',
    cell: (token) => (
      <Button label={t.apiTokens.revokeNamed(token.name)} onClick={() => void onRevoke(token)}>
        {t.apiTokens.revoke}
      </Button>
    ),
  },
];
