import type { Actor } from '../access/actor.ts';
import { authorize, authorizeAnywhere } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import { findReady } from './find-media.ts';
import type { MediaPorts } from './media-ports.ts';
import { markDeleting, removeMarked } from './remove-media.ts';

/**
 * The record goes first, so that no record ever points to a missing object: it is marked, the
 * object is deleted, then the mark. What a crash leaves is finished by the sweep.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `blocked_by_hook`.
 */
export const deleteMedia =
  (ports: MediaPorts) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    const file = await findReady(ports, id);
    authorize(actor, 'delete', { ownerId: file.uploadedBy });
    await ports.ask({ operation: 'media.delete', actor, file });
    if (!(await markDeleting(ports, file))) throw notFound('Media file');
    try {
      await removeMarked(ports, file);
    } catch (error) {
      ports.log.warn('A deleted file is left to the sweep', { media: file.id }, error);
    }
    await ports.tell({ type: 'media.deleted', file });
  };
