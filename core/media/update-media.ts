import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { parseCaption, type MediaFile } from '../model/media-file.ts';
import type { MediaTexts } from '../ports/media-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { findReady } from './read-media.ts';

/** Absent members keep their value, also if another request changes them at the same time. */
export interface UpdateMedia {
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `invalid_input`, `invalid_text`.
 */
export const updateMedia =
  ({ media, clock }: Pick<Dependencies, 'media' | 'clock'>) =>
  async (actor: Actor, id: string, { alt, caption }: UpdateMedia): Promise<MediaFile> => {
    authorizeAnywhere(actor, 'edit');
    const file = await findReady({ media }, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const texts: MediaTexts = {
      ...(alt !== undefined && { alt: parseCaption('alt', alt) }),
      ...(caption !== undefined && { caption: parseCaption('caption', caption) }),
    };
    const revised = await media.updateTexts(file.id, texts, clock.now());
    if (revised === undefined) throw notFound('Media file');
    return revised;
  };
