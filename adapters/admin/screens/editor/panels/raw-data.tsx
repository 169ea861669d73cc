import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { t } from '../../../catalogue/texts.ts';
import { counted } from '../../../catalogue/forms.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/states.tsx';
import { controlId, type FieldForm } from '../fields/field-form.ts';
import { JsonControl } from '../fields/controls/json-control.tsx';
import { isObject, issueKey, type Json } from '../model/json-path.ts';
import styles from './raw-data.module.css';

const jsonField = { type: 'json' } as const;
const root = [] as const;

/** `data` is an object, whatever else JSON allows. */
const mistakeOfData = (value: Json | undefined): string | undefined =>
  isObject(value) ? undefined : t.editor.json.notAnObject;

/** All of `data` as JSON. */
export const RawData = ({ form }: { readonly form: FieldForm }) => (
  <div class={styles.all}>
    <JsonControl
      form={form}
      field={jsonField}
      path={root}
      label={t.editor.data}
      required={false}
      mistakeOf={mistakeOfData}
    />
  </div>
);

const discardText = (form: FieldForm): void => {
  const input = form.unfinished.all.peek().get(issueKey(root));
  form.unfinished.set(root, undefined);
  form.steps.record(() => form.unfinished.set(root, input), t.editor.json.discarded);
};

/** In the place of the form, while the JSON of the data is unfinished. */
export const UnfinishedData = ({ form, onReturn }: UnfinishedDataProps) => (
  <div id={controlId(root)} tabIndex={-1}>
    <Notice icon="warning" title={t.editor.json.unfinished}>
      <p>{form.issues.value.get(issueKey(root))}</p>
      <div class="row">
        <Button kind="primary" onClick={onReturn}>
          {t.editor.json.goOn}
        </Button>
        <Button onClick={() => discardText(form)}>{t.editor.json.discard}</Button>
      </div>
    </Notice>
  </div>
);

interface UnfinishedDataProps {
  readonly form: FieldForm;
  readonly onReturn: () => void;
}

/** Members of `data` that the schema does not name, so that nothing stored is hidden. */
export const OtherData = ({
  form,
  schema,
}: {
  readonly form: FieldForm;
  readonly schema: CollectionDto['schema'];
}) => {
  const data = form.read(root);
  const names = isObject(data)
    ? Object.keys(data).filter((name) => !Object.hasOwn(schema.properties, name))
    : [];
  if (names.length === 0) return null;
  return (
    <details class={styles.other}>
      <summary>{counted(names.length, t.editor.json.withoutField)}</summary>
      <div class={styles.values}>
        {names.map((name) => (
          <JsonControl
            key={name}
            form={form}
            field={jsonField}
            path={[name]}
            label={name}
            required={false}
          />
        ))}
      </div>
    </details>
  );
};
