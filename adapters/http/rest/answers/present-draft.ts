import type { JsonTextOf, WorkingCopyDto } from '../../../../contracts/index.ts';
import type { WorkingCopy } from '../../../../core/vocabulary.ts';
import { copyTag, expectedTag } from '../../answer/entity-tag.ts';
import { asJsonText, renderObject } from './render-json.ts';

/** Contains nothing that can change while the copy stays the same, such as the name of its author. */
const renderCopy = (copy: WorkingCopy): JsonTextOf<WorkingCopyDto> => {
  const text = JSON.stringify({
    id: copy.contentId,
    title: copy.title,
    slug: copy.slug,
    collectionId: copy.collectionId,
    baseVersion: copy.base.version,
    created_at: copy.createdAt,
    updated_at: copy.updatedAt,
  });
  return asJsonText(`${text.slice(0, -1)},"data":${copy.data}}`);
};

const tagOf = (copy: WorkingCopy): string => copyTag(copy.version, renderCopy(copy));

/** The answer with a working copy. */
export const answerCopy = (copy: WorkingCopy) => {
  const text = renderCopy(copy);
  return { body: renderObject({ data: text }), headers: { ETag: copyTag(copy.version, text) } };
};

/** Whether a copy is what `If-Match` names; undefined without the header. `*` names any copy, but not the lack of one. */
export const copyExpectation = (ifMatch: string | undefined) => {
  if (ifMatch === undefined) return undefined;
  const isExpected = expectedTag(ifMatch);
  return (copy: WorkingCopy | undefined): boolean =>
    copy !== undefined && (isExpected === undefined || isExpected(tagOf(copy)));
};
