import { authorize, authorizeSomewhere } from '../access/policy.ts';
import { assertSeen } from '../access/visibility.ts';
import { resourceOf } from '../content/stored-item.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { Redirect } from '../model/content/redirect.ts';
import { readSlug } from '../model/content/slug.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';

export const removeRedirect =
  (dependencies: Pick<Dependencies, 'store' | 'redirects' | 'collections' | 'contents'>) =>
  async (actor: Actor, from: string): Promise<Redirect> => {
    authorizeSomewhere(actor, 'edit');
    const slug = readSlug(from);
    // Each repetition means that the item was moved meanwhile.
    for (;;) {
      const redirect = slug && (await dependencies.redirects.find(slug));
      if (redirect === undefined) throw notFound('Redirect');
      const { collectionId: id } = redirect;
      const collection = await dependencies.collections.findById(id);
      if (collection !== undefined) assertSeen(actor, collection, 'Redirect');
      const item = collection && (await dependencies.contents.findById(redirect.contentId));
      const resource =
        collection && item ? resourceOf({ item, collection }) : { collection: { id, name: '' } };
      // Without an owner, so that it does not suffice to be the author.
      authorize(actor, 'edit', { ...resource, ownerId: undefined });
      const isRemoved = await audited(
        dependencies,
        actor,
        ({ redirects }) => redirects.remove(redirect),
        (isDone) =>
          isDone ? { action: 'redirect.delete', id: redirect.contentId, detail: slug } : undefined,
      );
      if (isRemoved) return redirect;
    }
  };
