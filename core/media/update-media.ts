import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { mediaEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { parseCrop, type Crop } from '../model/media/crop.ts';
import { parseFocus, type Focus } from '../model/media/focus.ts';
import {
  parseCaption,
  parseFolder,
  parseGivenName,
  type LocalTexts,
  type MediaFile,
} from '../model/media/media-file.ts';
import type { MediaDetails } from '../model/media/media-filter.ts';
import { parseLocalTexts } from '../model/media/media-texts.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { findReady } from './read-media.ts';

/** Absent members keep their value, also if another request changes them at the same time. */
export interface UpdateMedia {
  /** The name that people see, and that downloads get. The address stays. */
  readonly originalName?: string | undefined;
  readonly folder?: string | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  /**
   * Texts in languages, by the code of the locale. Languages and members that are absent keep their value; an empty text removes
   * it. Ignored while the service has no locales.
   */
  readonly texts?: LocalTexts | undefined;
  /** Null removes it. */
  readonly focus?: Focus | null | undefined;
  /** Null removes it. */
  readonly crop?: Crop | null | undefined;
}

export const updateMedia =
  ({ media, site, clock }: Pick<Dependencies, 'media' | 'site' | 'clock'>) =>
  async (
    actor: Actor,
    id: string,
    { originalName, folder, alt, caption, texts, focus, crop }: UpdateMedia,
  ): Promise<MediaFile> => {
    authorizeAnywhere(actor, 'edit');
    const file = await findReady({ media }, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const { locales } = texts === undefined ? {} : (await site.load()).settings;
    const details: MediaDetails = {
      ...(originalName !== undefined && { originalName: parseGivenName(originalName) }),
      ...(folder !== undefined && { folder: parseFolder(folder) }),
      ...(alt !== undefined && { alt: parseCaption('alt', alt) }),
      ...(caption !== undefined && { caption: parseCaption('caption', caption) }),
      ...(texts && locales && { texts: parseLocalTexts(texts, locales) }),
      ...(focus !== undefined && { focus: focus === null ? undefined : parseFocus(focus) }),
      ...(crop !== undefined && { crop: crop === null ? undefined : parseCrop(crop) }),
    };
    const now = clock.now();
    const note = auditNote(actor, { action: 'media.update', id: file.id });
    const event = mediaEvent('updated', file, now, note);
    const revised = await media.updateDetails(file.id, details, now, event);
    if (revised === undefined) throw notFound('Media file');
    return revised;
  };
