import {
  mediaPresenter,
  presentRewrittenUses,
  type Handlers,
  type mediaLibraryOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { EntryOutcome } from '../../../core/vocabulary.ts';
import { itemResultOf } from '../answer/http-error.ts';
import type { RequestContext } from '../request-context.ts';

export interface MediaLibraryOptions {
  /** The URL of a file is this, a slash and its key. */
  readonly mediaBaseUrl: string;
  /** Where this service is. Files at other addresses are not sent by it. */
  readonly publicUrl: string;
}

export const mediaLibraryHandlers = (
  { media }: Pick<Cms, 'media'>,
  { mediaBaseUrl, publicUrl }: MediaLibraryOptions,
): Handlers<typeof mediaLibraryOperations, RequestContext> => {
  const present = mediaPresenter(mediaBaseUrl);
  const servesAddresses = mediaBaseUrl === `${publicUrl}/files`;
  return {
    listMediaFolders: async ({ actor }) => {
      const { folders, hasMore } = await media.listFolders(actor);
      return { data: folders, meta: { more: hasMore } };
    },

    bulkMedia: async ({ body, actor }) => {
      const results = await media.bulk(actor, body);
      return { data: { results: results.map(presentResult) } };
    },

    replaceMedia: async ({ params: { id }, query, body: { file, fields }, actor, client }) => {
      const { address = 'keep' } = query;
      const replaced = await media.replace(actor, id, {
        originalName: file.name,
        body: file.bytes,
        address,
        servesAddresses,
      });
      await fields();
      const { former } = replaced;
      if (former === undefined) return { data: present(replaced.file) };
      const command = { from: former.id, base: mediaBaseUrl, client };
      const uses = presentRewrittenUses(await media.rewriteUses(actor, id, command));
      return { data: present(replaced.file), former: present(former), uses };
    },

    rewriteMediaUses: async ({ params, body: { from, skip }, actor, client }) => {
      const command = { from, skip, base: mediaBaseUrl, client };
      return { data: presentRewrittenUses(await media.rewriteUses(actor, params.id, command)) };
    },
  };
};

const presentResult = ({ id, error }: EntryOutcome) =>
  error === undefined ? { id, status: 200 } : itemResultOf({ id, error });
