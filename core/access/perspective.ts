import type { Actor, PreviewActor } from '../model/actor.ts';
import type { Shown, View } from '../model/content/view.ts';
import { previewTokenMark, type Perspective } from '../model/preview.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { LivePreview } from '../ports/repositories/preview-token-repository.ts';
import { DomainError } from '../primitives/errors.ts';

/** What a request says about unpublished content. */
export interface PerspectiveRequest {
  /** Defaults to `published`. */
  readonly perspective?: Perspective | undefined;
  /** A preview token, as the client sent it. */
  readonly preview?: string | undefined;
}

/** Who reads, and which state of the content. */
export interface Viewpoint {
  readonly actor: Actor;
  readonly shown: Shown;
}

type TokenReads = Pick<Dependencies, 'previewTokens'>;

/** Whether the result of a request may come from a cache, or enter one. */
export const mayBeCached = ({ perspective, preview }: PerspectiveRequest): boolean =>
  perspective !== 'drafts' && preview === undefined;

/**
 * The viewpoint of a request. The token of an item reads this item in the perspective of drafts, whatever the request
 * says. Another one does so on request only; otherwise the caller reads as without it. Does not decide whether the actor
 * may read in the perspective.
 *
 * @throws DomainError `invalid_preview`.
 */
export const viewpointOf = async (
  dependencies: TokenReads & Pick<Dependencies, 'digest'>,
  caller: Actor,
  request: PerspectiveRequest,
): Promise<Viewpoint> => {
  const { preview } = request;
  const shown = shownIn(request);
  if (preview === undefined) return { actor: caller, shown };
  const bearer = await authenticatePreview(dependencies, preview);
  return bearer.contentId !== undefined || shown === 'unpublished'
    ? { actor: bearer, shown: 'unpublished' }
    : { actor: caller, shown };
};

/** What the perspective of a request shows. */
export const shownIn = ({ perspective }: Pick<PerspectiveRequest, 'perspective'>): Shown =>
  perspective === 'drafts' ? 'unpublished' : 'published';

/** The perspective that shows this state. */
export const perspectiveOf = ({ shown }: Pick<View, 'shown'>): Perspective =>
  shown === 'unpublished' ? 'drafts' : 'published';

/** The only item of a preview token; undefined for everybody else. */
export const previewedBy = (actor: Actor): string | undefined =>
  actor.kind === 'preview' ? actor.contentId : undefined;

const secretMaxLength = 256;

/** Finds the token by the digest of the whole secret. @throws DomainError `invalid_preview`. */
const authenticatePreview = async (
  { previewTokens, digest }: TokenReads & Pick<Dependencies, 'digest'>,
  secret: string,
): Promise<PreviewActor> => {
  const mayExist = secret.startsWith(previewTokenMark) && secret.length <= secretMaxLength;
  return bearerOf(
    mayExist ? await previewTokens.findByDigest(await digest.sha256(secret)) : undefined,
  );
};

/** The bearer of a valid token, by its id. @throws DomainError `invalid_preview`. */
export const findBearer = async (
  { previewTokens }: TokenReads,
  previewId: string,
): Promise<PreviewActor> => bearerOf(await previewTokens.findById(previewId));

const bearerOf = (found: LivePreview | undefined): PreviewActor => {
  if (found === undefined) throw invalidPreview();
  const { id: previewId, contentId } = found.token;
  const { id: userId, role, grants } = found.user;
  return { kind: 'preview', previewId, contentId, userId, role, grants, stamp: found.stamp };
};

export const invalidPreview = (): DomainError =>
  new DomainError('invalid_preview', 'This preview token is unknown, has expired, or was revoked', {
    details: 'Create a new one',
  });
