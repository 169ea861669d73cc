import { useState } from 'preact/hooks';
import { api } from '../../../../api/client.ts';
import { useFoundItems } from '../../../../api/find-items.ts';
import { useResource } from '../../../../api/resource.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { Combobox } from '../../../../components/inputs/combobox.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { LocaleMark } from '../../../../components/locale-mark.tsx';
import { StatusChip } from '../../../../components/status-chip.tsx';
import { displayNameOf } from '../../../content/collections.ts';
import { parseAddress } from '../addresses.ts';
import { itemAddress, itemOfAddress } from '../item-links.ts';
import styles from './link-dialog.module.css';

interface LinkDialogProps {
  /** The address of the link that is changed. */
  readonly current: string | undefined;
  /** @param label what the link says if no text is selected. */
  readonly onLink: (address: string, label: string) => void;
  /** Takes the link away. */
  readonly onUnlink: () => void;
  readonly onClose: () => void;
}

/** Asks for the address of a link: typed, or that of an item, which is found by its title. */
export const LinkDialog = ({ current, onLink, onUnlink, onClose }: LinkDialogProps) => {
  const isItem = current !== undefined && itemOfAddress(current) !== undefined;
  const [typed, setTyped] = useState(isItem ? '' : (current ?? ''));
  const address = parseAddress(typed);
  const items = useFoundItems(address === undefined ? typed : '');
  const collections = useResource(async () => (await api.listCollections()).body.data).value ?? [];

  return (
    <Dialog
      title={current === undefined ? t.toolbar.linkDialog.title : t.toolbar.linkDialog.change}
      actions={
        current !== undefined && <Button onClick={onUnlink}>{t.toolbar.linkDialog.remove}</Button>
      }
      onClose={onClose}
    >
      <div>
        <Combobox
          label={t.toolbar.linkDialog.label}
          placeholder={t.toolbar.linkDialog.placeholder}
          value={typed}
          onInput={setTyped}
          options={items}
          keyOf={({ id }) => id}
          onChoose={(item) => {
            if (item !== undefined) onLink(itemAddress(item.id), item.title);
            else if (address !== undefined) {
              onLink(address, address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, ''));
            }
          }}
          marksFirst={address === undefined}
          empty={
            address === undefined
              ? t.toolbar.linkDialog.empty
              : t.toolbar.linkDialog.enterLinks(address)
          }
        >
          {(item) => (
            <>
              <span class="ellipsis" dir="auto">
                {item.title}
              </span>
              <span class={styles.facts}>
                <span dir="auto">{displayNameOf(collections, item.collection)}</span>{' '}
                <LocaleMark code={item.locale} /> <StatusChip status={item.status} />
              </span>
            </>
          )}
        </Combobox>
      </div>
    </Dialog>
  );
};
