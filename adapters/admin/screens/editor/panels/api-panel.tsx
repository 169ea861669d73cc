import { t } from '../../../catalogue/texts.ts';
import { CodeBlock } from '../../../components/texts/code-block.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import type { Editing } from '../model/editing.ts';

/** How a frontend reads this item: request, response, curl and fetch. */
export const ApiPanel = ({
  editing,
  onClose,
}: {
  readonly editing: Editing;
  readonly onClose: () => void;
}) => {
  const stored = editing.stored.value;
  if (stored === undefined) return null;
  const { item } = stored;
  const byId = `${location.origin}/api/content/${item.id}`;
  const bySlug = `${location.origin}/api/collections/${encodeURIComponent(editing.collection.name)}/content/${encodeURIComponent(item.slug)}`;
  const isPublic = item.status === 'published';
  return (
    <Dialog title={t.editor.api.title} side onClose={onClose}>
      {!isPublic && <p class="note">{t.editor.api.notPublic}</p>}
      <h3>{t.editor.api.bySlug}</h3>
      <CodeBlock label={t.editor.api.requestBySlug} code={`GET ${bySlug}`} />
      <h3>{t.editor.api.byId}</h3>
      <CodeBlock label={t.editor.api.requestById} code={`GET ${byId}`} />
      <h3>{t.editor.api.withCurl}</h3>
      <CodeBlock label={t.editor.api.curlCommand} code={`curl '${bySlug}'`} />
      <h3>{t.editor.api.withFetch}</h3>
      <CodeBlock
        label={t.editor.api.fetchCall}
        code={`const response = await fetch(\n  ${JSON.stringify(bySlug)},\n);\nconst { data } = await response.json();`}
      />
      <h3>{t.editor.api.response}</h3>
      <CodeBlock
        label={t.editor.api.copiedResponse}
        code={JSON.stringify({ data: item }, undefined, 2)}
      />
    </Dialog>
  );
};
