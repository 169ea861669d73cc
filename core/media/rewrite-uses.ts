import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import { readOnBasis, type BasisDependencies } from '../content/read-on-basis.ts';
import { findEditable } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import { encodeData } from '../model/content/content-item.ts';
import { targetOf } from '../model/content/reference.ts';
import { invalid, resultOf } from '../primitives/errors.ts';
import { decodeJson, mapStrings } from '../primitives/json.ts';
import { findMediaUrls, mediaUrlPattern, replaceMediaUrl, type MediaUrl } from './media-urls.ts';
import { findReady } from './read-media.ts';
import {
  rewriteItem,
  writeData,
  type FailedItem,
  type RebaseDependencies,
  type Rewrite,
} from './rebase-media.ts';

export interface RewriteUses {
  /** The id of the file whose URL is replaced. */
  readonly from: string;
  /** The URL of a file is this, a slash and its key. */
  readonly base: string;
  /** How many uses to skip: those that the steps before could not rewrite. */
  readonly skip?: number | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/** The result of one step. */
export interface RewrittenUses {
  /** How many items were rewritten. */
  readonly changed: number;
  /** The items that could not be. They still have the former URL. */
  readonly failed: readonly FailedItem[];
  /** The `skip` of the next step; undefined when there are no more uses. */
  readonly next: number | undefined;
}

/** Uses per step, so that a step ends soon. */
const stepLimit = 100;

export const rewriteUses =
  (dependencies: BasisDependencies & RebaseDependencies) =>
  async (
    actor: Actor,
    id: string,
    { from, base, skip = 0, client }: RewriteUses,
  ): Promise<RewrittenUses> => {
    authorizeAnywhere(actor, 'edit');
    const file = await findReady(dependencies, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    const former = await findReady(dependencies, from);
    if (former.id === file.id) {
      throw invalid('invalid_input', [{ path: 'from', message: 'must be another file' }]);
    }
    const uses = await readOnBasis(
      dependencies,
      actor,
      { client },
      ({ repositories, view, basis }) =>
        repositories.references.listReferrers(
          {
            ...visibleFilter({}, view.audience),
            targets: [targetOf('file', former.key), targetOf('url', former.key)],
            limit: stepLimit,
            offset: skip,
          },
          basis,
        ),
    );
    const rewrite = rewriter(former.key, `${base}/${file.key}`);
    const failed: FailedItem[] = [];
    let changed = 0;
    let staying = 0;
    // An item has a use for each of its fields.
    for (const [use, of] of Map.groupBy(uses.value, (each) => each.id)) {
      const outcome = await resultOf(async () => {
        const { item } = await findEditable(dependencies, actor, use);
        return rewriteItem(dependencies, item, rewrite, (before, data) =>
          writeData(dependencies, actor, before, data),
        );
      });
      if (outcome.ok) {
        changed += 1;
      } else {
        staying += of.length;
        failed.push({ id: use, slug: of[0]?.slug ?? '', error: outcome.error });
      }
    }
    const isLast = uses.value.length < stepLimit;
    return { changed, failed, next: isLast ? undefined : skip + staying };
  };

/** Replaces the whole URL of one file by another. */
const rewriter = (key: string, url: string): Rewrite => {
  const pattern = mediaUrlPattern(undefined);
  return async (text) => {
    const data = decodeJson(text);
    const urls: MediaUrl[] = [];
    const rewritten = mapStrings(data, (value) => {
      urls.push(...findMediaUrls(value, pattern).filter((each) => each.key === key));
      return replaceMediaUrl(value, pattern, key, url);
    });
    return { data: urls.length === 0 ? text : encodeData(rewritten), urls };
  };
};
