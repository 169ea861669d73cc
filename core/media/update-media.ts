import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { mediaEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { parseFocus, type Focus } from '../model/media/focus.ts';
import { parseCaption, type MediaFile } from '../model/media/media-file.ts';
import type { MediaDetails } from '../ports/repositories/media-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { findReady } from './read-media.ts';

/** Absent members keep their value, also if another request changes them at the same time. */
export interface UpdateMedia {
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  /** Null removes it. */
  readonly focus?: Focus | null | undefined;
}

export const updateMedia =
  ({ media, clock }: Pick<Dependencies, 'media' | 'clock'>) =>
  async (actor: Actor, id: string, { alt, caption, focus }: UpdateMedia): Promise<MediaFile> => {
    authorizeAnywhere(actor, 'edit');
    const file = await findReady({ media }, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const details: MediaDetails = {
      ...(alt !== undefined && { alt: parseCaption('alt', alt) }),
      ...(caption !== undefined && { caption: parseCaption('caption', caption) }),
      ...(focus !== undefined && { focus: focus === null ? undefined : parseFocus(focus) }),
    };
    const now = clock.now();
    const note = auditNote(actor, { action: 'media.update', id: file.id });
    const event = mediaEvent('updated', file, now, note);
    const revised = await media.updateDetails(file.id, details, now, event);
    if (revised === undefined) throw notFound('Media file');
    return revised;
  };
