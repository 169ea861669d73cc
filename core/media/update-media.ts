import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import { laterOf } from '../time.ts';
import { findReady } from './find-media.ts';
import { parseCaption, type MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** What is absent stays as it is. */
export interface UpdateMedia {
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `invalid_input`, `invalid_text`.
 */
export const updateMedia =
  (ports: Pick<MediaPorts, 'media' | 'clock'>) =>
  async (actor: Actor, id: string, { alt, caption }: UpdateMedia): Promise<MediaFile> => {
    if (actor.kind !== 'user') authorize(actor, 'edit');
    const file = await findReady(ports, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const revised: MediaFile = {
      ...file,
      ...(alt !== undefined && { alt: parseCaption('alt', alt) }),
      ...(caption !== undefined && { caption: parseCaption('caption', caption) }),
      updatedAt: laterOf(file.updatedAt, ports.clock.now()),
    };
    if (!(await ports.media.update(revised, 'ready'))) throw notFound('Media file');
    return revised;
  };
