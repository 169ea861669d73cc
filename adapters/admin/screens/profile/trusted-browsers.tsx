import type { TrustedBrowserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
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
      title: t.secondFactor.trusted.endQuestion,
      text: t.secondFactor.trusted.needsCode(clientText(client)),
      action: t.secondFactor.trusted.end,
      danger: true,
    });
    if (!isConfirmed) return;
    await run(async () => {
      await api.endTrustedBrowser({ params: { id } });
      showToast({ text: t.secondFactor.trusted.ended });
    });
    resource.reload();
  };

  return (
    <section class="card" aria-labelledby="trusted-heading">
      <h2 id="trusted-heading">{t.secondFactor.trusted.title}</h2>
      <p class="quiet-text">{t.secondFactor.trusted.explanation}</p>
      <Loaded resource={resource} what={t.secondFactor.trusted.theBrowsers}>
        {(browsers) => (
          <DataTable
            caption={t.secondFactor.trusted.title}
            isCompact
            columns={[...facts, endColumn((browser) => void end(browser))]}
            rows={browsers}
            keyOf={({ id }) => id}
            empty={<p>{t.secondFactor.trusted.none}</p>}
          />
        )}
      </Loaded>
    </section>
  );
};

const facts: readonly Column<TrustedBrowserDto>[] = [
  {
    name: t.components.sessions.program,
    dir: 'auto',
    cell: ({ client }) => <span title={client ?? undefined}>{clientText(client)}</span>,
  },
  {
    name: t.components.sessions.address,
    cell: ({ address }) => address ?? t.components.sessions.unknown,
  },
  {
    name: t.secondFactor.trusted.since,
    width: 'tight',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    name: t.secondFactor.trusted.expiry,
    width: 'tight',
    cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
  },
];

const endColumn = (onEnd: (browser: TrustedBrowserDto) => void): Column<TrustedBrowserDto> => ({
  name: t.components.sessions.end,
  isNameHidden: true,
  width: 'tight',
  cell: (browser) => (
    <Button
      kind="quiet"
      icon="trash"
      label={t.secondFactor.trusted.endOf(clientText(browser.client))}
      onClick={() => onEnd(browser)}
    />
  ),
});
