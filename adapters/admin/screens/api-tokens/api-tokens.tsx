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
import { Empty, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Screen } from '../../shell/screen.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenValueDialog } from './token-value-dialog.tsx';
import { Expiry, Scope } from './token-text.tsx';

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
            {tokens.length === 0 ? (
              <NoTokens onCreate={create} />
            ) : (
              <TokenTable tokens={tokens} collections={collections} onRevoke={revoke} />
            )}
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

interface TokenTableProps extends TokenPage {
  readonly onRevoke: (token: ApiTokenDto) => Promise<void>;
}

const TokenTable = ({ tokens, collections, onRevoke }: TokenTableProps) => (
  <div class="table-box">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Starts with</th>
          <th scope="col">Can read</th>
          <th scope="col">Expiry</th>
          <th scope="col">Last use</th>
          <th scope="col" class="tight">
            <span class="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td class="main">
              <strong dir="auto">{token.name}</strong>
            </td>
            <td data-label="Starts with" class="tight">
              <code>{token.prefix}</code>
            </td>
            <td data-label="Can read">
              <Scope collections={token.collections} all={collections} />
            </td>
            <td data-label="Expiry" class="tight">
              <span>
                <Expiry expiresAt={token.expiresAt} />
              </span>
            </td>
            <td data-label="Last use" class="tight">
              {token.lastUsedAt === null ? 'Never used' : <Time at={token.lastUsedAt} />}
            </td>
            <td class="tight">
              <Button label={`Revoke ${token.name}`} onClick={() => void onRevoke(token)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
