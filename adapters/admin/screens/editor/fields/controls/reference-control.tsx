import { useMemo } from 'preact/hooks';
import { messageOf } from '../../../../api/client.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { Icon } from '../../../../components/icon.tsx';
import { StatusChip } from '../../../../components/status-chip.tsx';
import { Broken } from '../../../../references/broken.tsx';
import { pickItem } from '../../../../references/pick-item.ts';
import { useTargets } from '../../../../references/targets.ts';
import { urlOf } from '../../../../shell/router.ts';
import { isEntry, type ControlProps } from '../field-form.ts';
import styles from './reference-control.module.css';
import { SchemaField } from '../schema-field.tsx';
import { useText, writeText } from './text-controls.tsx';

/** Another item, by its id. A reference to an item that does not exist is shown as broken, and kept. */
export const ReferenceControl = (props: ControlProps) => {
  const { form, field, path, label } = props;
  const { collection } = field;
  const id = useText(props);
  const clear = (): void => {
    writeText(props, '');
    form.steps.record(() => writeText(props, id), t.fields.removed(label));
  };
  const choose = async (): Promise<void> => {
    const picked = await pickItem({ label, collection });
    if (picked !== undefined) writeText(props, picked);
  };
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class={styles.reference}>
          {id === '' ? (
            <span class="quiet-text">{t.fields.references.none}</span>
          ) : (
            <ChosenItem key={id} id={id} />
          )}
          {form.isReadOnly ? (
            <input {...control} type="hidden" value={id} />
          ) : (
            <div class={styles.tools}>
              <Button attributes={control} onClick={() => void choose()}>
                {id === '' ? t.fields.choose : t.fields.change}
              </Button>
              {/* The list removes its entries. */}
              {id !== '' && !isEntry(path) && (
                <Button
                  kind="quiet"
                  icon="close"
                  label={t.common.removeNamed(label)}
                  onClick={clear}
                />
              )}
            </div>
          )}
        </div>
      )}
    </SchemaField>
  );
};

const ChosenItem = ({ id }: { readonly id: string }) => {
  const targets = useTargets();
  const target = useMemo(() => targets.item(id), [targets]).value;
  switch (target.kind) {
    case 'loading':
      return <span class="quiet-text">{t.fields.references.loading}</span>;
    case 'failed':
      return <span class="error">{messageOf(target.error)}</span>;
    case 'broken':
      return <Broken text={t.fields.references.broken(id)} hint={t.fields.references.brokenHint} />;
    case 'found': {
      const { title, slug, status, collection: place } = target.value;
      return (
        <div class={styles.item}>
          <div class={styles.title}>
            <a href={urlOf(`/content/${id}`)} target="_blank" rel="noopener">
              <span dir="auto">{title}</span> <Icon name="external" size={14} />
            </a>
            <StatusChip status={status} />
          </div>
          <p class={`ellipsis ${styles.place}`}>
            <span dir="auto">{place}</span> · {slug}
          </p>
        </div>
      );
    }
  }
};
