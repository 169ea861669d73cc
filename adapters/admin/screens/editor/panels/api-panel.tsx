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
    <Dialog title="This item in the API" side onClose={onClose}>
      {!isPublic && (
        <p class="note">
          It is not published: callers without a session see it only while drafts are public.
        </p>
      )}
      <h3>By slug</h3>
      <CodeBlock label="request by slug" code={`GET ${bySlug}`} />
      <h3>By id</h3>
      <CodeBlock label="request by id" code={`GET ${byId}`} />
      <h3>With curl</h3>
      <CodeBlock label="curl command" code={`curl '${bySlug}'`} />
      <h3>With fetch</h3>
      <CodeBlock
        label="fetch call"
        code={`const response = await fetch(\n  ${JSON.stringify(bySlug)},\n);\nconst { data } = await response.json();`}
      />
      <h3>Response</h3>
      <CodeBlock label="response" code={JSON.stringify({ data: item }, undefined, 2)} />
    </Dialog>
  );
};
