import { userIdOf, type Actor } from '../model/actor.ts';
import { filenameFor, parseOriginalName, type MediaFile } from '../model/media/media-file.ts';
import { filenameOf } from '../model/media/media-key.ts';
import type { SecretGenerator } from '../ports/generators.ts';
import type { Dependencies } from '../ports/ports.ts';
import { assertNotEmpty, parseMediaType } from './media-type.ts';

/** Everything about a file except the key and its file name. */
type GivenMedia = Partial<Omit<MediaFile, 'key' | 'filename'>>;

/** Builds the record of an object. Unknown members get neutral values; the state defaults to `pending`. */
export const newMedia = (
  { ids, clock }: Pick<Dependencies, 'ids' | 'clock'>,
  key: string,
  given: GivenMedia,
): MediaFile => {
  const filename = filenameOf(key);
  const now = clock.now();
  return {
    id: ids.next(),
    key,
    state: 'pending',
    filename,
    originalName: filename,
    mimeType: 'application/octet-stream',
    kind: 'document',
    size: 0,
    folder: '',
    width: undefined,
    height: undefined,
    alt: '',
    caption: '',
    focus: undefined,
    uploadedBy: undefined,
    createdAt: now,
    // Always now: the sweep removes pending records with an old time.
    updatedAt: now,
    ...given,
  };
};

export interface ArrivingMedia {
  /** The file name from the client. Not trusted. */
  readonly originalName: string;
  /** Generated when absent. */
  readonly key?: string | undefined;
  readonly given?: Omit<GivenMedia, 'originalName' | 'updatedAt'>;
}

export type DescribeMediaDependencies = Pick<
  Dependencies,
  'ids' | 'clock' | 'secrets' | 'mediaInspector'
>;

/**
 * Builds the record of a file from its first bytes.
 *
 * @throws DomainError `media_type_refused`.
 */
export const describeMedia = async (
  { ids, clock, secrets, mediaInspector }: DescribeMediaDependencies,
  actor: Actor,
  arriving: ArrivingMedia,
  head: Uint8Array,
): Promise<MediaFile> => {
  const originalName = parseOriginalName(arriving.originalName);
  assertNotEmpty(head);
  const facts = await mediaInspector.inspect(head, originalName);
  const { mimeType = '', width, height } = facts;
  const { kind, extension } = parseMediaType(facts);
  const key = arriving.key ?? newMediaKey(secrets, filenameFor(originalName, extension));
  return newMedia({ ids, clock }, key, {
    ...arriving.given,
    originalName,
    mimeType,
    kind,
    width,
    height,
    uploadedBy: userIdOf(actor),
  });
};

/** Entropy of a key, in bits: keys cannot be guessed and never repeat. */
const randomBits = 160;

const newMediaKey = (secrets: SecretGenerator, filename: string): string =>
  `${secrets.next(randomBits)}/${filename}`;
