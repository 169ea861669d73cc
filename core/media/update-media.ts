import type { Actor } from '../access/actor.ts';
import { authorize, authorizeAnywhere } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import type { MediaTexts } from '../ports/media-repository.ts';
import { findReady } from './find-media.ts';
import { parseCaption, type MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** What is absent stays as it is, also when somebody else writes it at the same time. */
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
    authorizeAnywhere(actor, 'edit');
    const file = await findReady(ports, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const texts: MediaTexts = {
      ...(alt !== undefined && { alt: parseCaption('alt', alt) }),
      ...(caption !== undefined && { caption: parseCaption('caption', caption) }),
    };
    const revised = await ports.media.updateTexts(file.id, texts, ports.clock.now());
    if (revised === undefined) throw notFound('Media file');
    return revised;
  };
