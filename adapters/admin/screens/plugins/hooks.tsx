import type { PluginDto } from '../../../../contracts/operations/plugins.ts';

type Operation = NonNullable<PluginDto['operations']>[number];

const operationNames: Readonly<Record<Operation, string>> = {
  'content.create': 'an item is created',
  'content.update': 'an item is changed',
  'content.publish': 'an item is published',
  'content.unpublish': 'an item is unpublished',
  'content.delete': 'an item is deleted',
  'media.upload': 'a file is uploaded',
  'media.delete': 'a file is deleted',
};

/** The hooks from the configuration file, which nobody can change here. */
export const Hooks = ({ hooks }: { readonly hooks: readonly PluginDto[] }) => (
  <section class="card" aria-labelledby="hooks-heading">
    <h2 id="hooks-heading">Hooks</h2>
    <p class="quiet-text">
      Hooks can block an operation, or change what it stores. They are part of the configuration
      file <code>quoin.config.ts</code>, and a change needs a restart.
    </p>
    {hooks.length === 0 ? (
      <p>No hooks are installed.</p>
    ) : (
      <ul class="stack">
        {hooks.map(({ name, title, operations = [] }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>
              Runs before{' '}
              {new Intl.ListFormat('en').format(operations.map((each) => operationNames[each]))}.
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
);
