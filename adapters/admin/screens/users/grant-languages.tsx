import { useState } from 'preact/hooks';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { CheckboxGroup } from '../../components/inputs/checkbox-group.tsx';
import { localeName, localeOf, locales } from '../../shell/locales.ts';

interface GrantLanguagesProps {
  readonly grant: PermissionDto;
  readonly label: string;
  readonly onChange: (grant: PermissionDto) => void;
}

/** In which languages a role holds: a button that says it, and opens the choice. */
export const GrantLanguages = ({ grant, label, onChange }: GrantLanguagesProps) => {
  const [isOpen, setOpen] = useState(false);
  const { locales: chosen = [] } = grant;
  return (
    <>
      <Button kind="quiet" label={label} onClick={() => setOpen(true)}>
        <span dir="auto">
          {chosen.length === 0 ? t.roles.allLanguages : chosen.map(localeName).join(', ')}
        </span>
      </Button>
      {isOpen && <ChooseLanguages {...{ grant, label, onChange }} onClose={() => setOpen(false)} />}
    </>
  );
};

const ChooseLanguages = ({
  grant: { locales: before = [], ...grant },
  label,
  onChange,
  onClose,
}: GrantLanguagesProps & { readonly onClose: () => void }) => {
  const [chosen, setChosen] = useState(before);
  const removed = before.filter((code) => localeOf(code) === undefined);
  return (
    <Dialog
      title={label}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onChange({ ...grant, ...(chosen.length > 0 && { locales: [...chosen] }) });
              onClose();
            }}
          >
            {t.roles.keepLanguages}
          </Button>
        </>
      }
    >
      <CheckboxGroup
        label={t.common.languages}
        hint={t.roles.languagesHint}
        options={[...locales.value.map(({ code }) => code), ...removed].map((code) => ({
          value: code,
          label: localeName(code),
        }))}
        values={chosen}
        onChange={setChosen}
      />
    </Dialog>
  );
};
