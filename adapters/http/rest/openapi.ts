import {
  presentListed,
  serviceDocuments,
  type DescribedCollection,
  type Handlers,
  type openApiOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { ListedCollection } from '../../../core/vocabulary.ts';
import { weakTag } from '../answer/entity-tag.ts';
import { asLateJson } from '../answer/late-json.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import type { ServiceOptions } from '../service-options.ts';
import { renderJson, unpooledBytes } from './answers/render-json.ts';

/**
 * Answers with the OpenAPI document of a service. Its tag follows from the collections, so that an unchanged document is
 * not rendered. The latest document is cached.
 */
export const openApiHandlers = (
  { collections }: Pick<Cms, 'collections'>,
  { publicUrl, version }: Pick<ServiceOptions, 'publicUrl' | 'version'>,
): Handlers<typeof openApiOperations, RequestContext> => {
  const documentOf = serviceDocuments(publicUrl, version);
  let last: { readonly tag: string; readonly bytes: Uint8Array } | undefined;
  return {
    describeService: async ({ actor, elapsedMs }) => {
      const { value, timing } = await timed(elapsedMs, () => collections.list(actor));
      const described = value.map(describe);
      const tag = weakTag([version ?? '', publicUrl, JSON.stringify(described)]);
      const renderStart = (): Uint8Array => {
        if (last?.tag !== tag) {
          last = { tag, bytes: unpooledBytes(renderJson(documentOf(described))) };
        }
        return last.bytes;
      };
      const facts = { cache: { hit: false, source: 'database' }, timing } as const;
      return {
        body: asLateJson({ size: last?.bytes.length ?? usualBytes, renderStart, facts }),
        headers: { ETag: tag },
      };
    },
  };
};

/** Of the document of a service with some collections. */
const usualBytes = 512 * 1024;

/** Leaves out what the document does not contain, so that the tag does not depend on it. */
const describe = (collection: ListedCollection): DescribedCollection => {
  const { id, name, displayName, description, schema, singleton, localized } =
    presentListed(collection);
  return {
    id,
    name,
    displayName,
    description,
    schema,
    ...(singleton && { singleton }),
    ...(localized && { localized }),
  };
};
