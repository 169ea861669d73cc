import type { PluginDto } from '../../../../contracts/operations/plugins.ts';
import { listText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';

type Operation = NonNullable<PluginDto['operations']>[number];

const operationNames: Readonly<Record<Operation, string>> = {
  'content.create': t.plugins.itemCreated,
  'content.update': t.plugins.itemChanged,
  'content.publish': t.plugins.itemPublished,
  'content.unpublish': t.plugins.itemUnpublished,
  'content.delete': t.plugins.itemDeleted,
  'media.upload': t.plugins.fileUploaded,
  'media.delete': t.plugins.fileDeleted,
};

/** The hooks from the configuration file, which nobody can change here. */
export const Hooks = ({ hooks }: { readonly hooks: readonly PluginDto[] }) => (
  <section class="card" aria-labelledby="hooks-heading">
    <h2 id="hooks-heading">{t.plugins.hooks}</h2>
    <p class="quiet-text">{t.plugins.hooksText(<code>quoin.config.ts</code>)}</p>
    {hooks.length === 0 ? (
      <p>{t.plugins.noHooks}</p>
    ) : (
      <ul class="stack">
        {hooks.map(({ name, title, operations = [] }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>{t.plugins.runsBefore(listText(operations.map((each) => operationNames[each])))}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
);
