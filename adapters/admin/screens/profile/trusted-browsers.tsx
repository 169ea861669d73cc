import type { TrustedBrowserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { clientText } from '../../components/client-text.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { useBusy } from '../../components/use-busy.ts';

const load = async (): Promise<readonly TrustedBrowserDto[]> =>
  (await api.listTrustedBrowsers()).body.data;

/** The browsers in which the password is enough, and how to end that. */
export const TrustedBrowsers = () => {
  const resource = useResource(load);
  const [, run] = useBusy();

  const end = async ({ id, client }: TrustedBrowserDto): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'End the trust in this browser?',
      text: `Signing in with ${clientText(client)} needs a code again. Sessions stay.`,
      action: 'End trust',
      danger: true,
    });
    if (!isConfirmed) return;
    await run(async () => {
      await api.endTrustedBrowser({ params: { id } });
      showToast({ text: 'The browser is not trusted any more.' });
    });
    resource.reload();
  };

  return (
    <section class="card" aria-labelledby="trusted-heading">
      <h2 id="trusted-heading">Trusted browsers</h2>
      <p class="quiet-text">
        In these browsers you have chosen to be asked for your password only, for 30 days. A new
        password, and each change of the second factor, end that everywhere.
      </p>
      <Loaded resource={resource} what="the trusted browsers">
        {(browsers) => (
          <DataTable
            caption="Trusted browsers"
            isCompact
            columns={[...facts, endColumn((browser) => void end(browser))]}
            rows={browsers}
            keyOf={({ id }) => id}
            empty={<p>You trust no browser.</p>}
          />
        )}
      </Loaded>
    </section>
  );
};

const facts: readonly Column<TrustedBrowserDto>[] = [
  {
    name: 'Program',
    dir: 'auto',
    cell: ({ client }) => <span title={client ?? undefined}>{clientText(client)}</span>,
  },
  { name: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  { name: 'Trusted since', width: 'tight', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Expiry', width: 'tight', cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
];

const endColumn = (onEnd: (browser: TrustedBrowserDto) => void): Column<TrustedBrowserDto> => ({
  name: 'End',
  isNameHidden: true,
  width: 'tight',
  cell: (browser) => (
    <Button
      kind="quiet"
      icon="trash"
      label={`End the trust in ${clientText(browser.client)}`}
      onClick={() => onEnd(browser)}
    />
  ),
});
