import { changeOwnPassword, getOwnAccount, updateOwnAccount } from './accounts/own-account.ts';
import { authenticateSession } from './accounts/authenticate-session.ts';
import { createUser } from './accounts/create-user.ts';
import { deleteUser } from './accounts/delete-user.ts';
import { getUser } from './accounts/get-user.ts';
import { listUsers } from './accounts/list-users.ts';
import { logIn } from './accounts/log-in.ts';
import { logOut } from './accounts/log-out.ts';
import { newcomerRole } from './accounts/newcomer-role.ts';
import { registerUser } from './accounts/register-user.ts';
import { setPermissions } from './accounts/set-permissions.ts';
import { sweepSessions } from './accounts/sweep-sessions.ts';
import { updateUser } from './accounts/update-user.ts';
import { authenticateApiToken } from './api-tokens/authenticate-api-token.ts';
import { createApiToken } from './api-tokens/create-api-token.ts';
import { listApiTokens } from './api-tokens/list-api-tokens.ts';
import { revokeApiToken } from './api-tokens/revoke-api-token.ts';
import { cacheEpoch } from './caching/cache-epoch.ts';
import { contentCache } from './caching/content-cache.ts';
import { forgivingCache } from './caching/forgiving-cache.ts';
import { stamps } from './caching/stamps.ts';
import { tieredCache } from './caching/tiered-cache.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection } from './collections/get-collection.ts';
import { listCollections } from './collections/list-collections.ts';
import { plantStarterCollections } from './collections/starter-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { checkSlug } from './content/check-slug.ts';
import { createContent } from './content/create-content.ts';
import { deleteContent } from './content/delete-content.ts';
import { getContent } from './content/get-content.ts';
import { largePages } from './content/large-page.ts';
import { listCollectionContent, listContent } from './content/list-content.ts';
import { turns } from './content/turns.ts';
import { updateContent } from './content/update-content.ts';
import { tell } from './events/tell.ts';
import { askHooks } from './hooks/ask-hooks.ts';
import type { Hook } from './hooks/hook.ts';
import { compareMedia } from './media/compare-media.ts';
import { deleteMedia } from './media/delete-media.ts';
import { getMedia } from './media/get-media.ts';
import { listMedia } from './media/list-media.ts';
import { readMediaFile } from './media/read-media-file.ts';
import { sweepMedia } from './media/sweep-media.ts';
import { updateMedia } from './media/update-media.ts';
import { uploadMedia } from './media/upload-media.ts';
import { configurePlugin } from './plugins/configure-plugin.ts';
import { listPlugins } from './plugins/list-plugins.ts';
import { purgeCache } from './plugins/purge-cache.ts';
import type { Ports } from './ports/ports.ts';
import { draftsArePublic } from './settings/drafts-are-public.ts';
import { getSettings } from './settings/get-settings.ts';
import { updateSettings } from './settings/update-settings.ts';
import { beginService } from './system/begin-service.ts';
import { checkHealth } from './system/check-health.ts';
import { exportEverything } from './transfer/export-everything.ts';
import { importCollections } from './transfer/import-collections.ts';
import { importContent } from './transfer/import-content.ts';
import { importMedia } from './transfer/import-media.ts';

export interface CmsOptions {
  /** The largest file that is stored, in bytes. */
  readonly uploadMaxBytes: number;
  /** Extensions that may block operations. */
  readonly hooks: readonly Hook[];
}

/** The driving port: every use case, by what it is about. */
export type Cms = ReturnType<typeof createCms>;

/** Assembles the whole of the core over its ports. This is the one import an architect needs. */
export const createCms = (ports: Ports, options: CmsOptions) => {
  const sharedCache = forgivingCache(ports.sharedCache, ports.log);
  const cache = tieredCache(ports.processCache, sharedCache);
  const epoch = cacheEpoch({ ...ports, sharedCache });
  const inner = {
    ...ports,
    cache,
    uploadMaxBytes: options.uploadMaxBytes,
    ask: askHooks({ ...ports, hooks: options.hooks }),
    tell: tell(ports),
    largePages: largePages(),
    turns: turns(ports.timer),
    contentCache: contentCache(stamps(sharedCache, ports.secrets, epoch), epoch, cache),
  };
  return {
    content: {
      list: listContent(inner),
      listOfCollection: listCollectionContent(inner),
      get: getContent(inner),
      checkSlug: checkSlug(inner),
      create: createContent(inner),
      update: updateContent(inner),
      delete: deleteContent(inner),
    },
    collections: {
      list: listCollections(inner),
      get: getCollection(inner),
      create: createCollection(inner),
      update: updateCollection(inner),
      delete: deleteCollection(inner),
    },
    media: {
      list: listMedia(inner),
      get: getMedia(inner),
      upload: uploadMedia(inner),
      update: updateMedia(inner),
      delete: deleteMedia(inner),
      read: readMediaFile(inner),
    },
    accounts: {
      newcomerRole: newcomerRole(inner),
      register: registerUser(inner),
      logIn: logIn(inner),
      logOut: logOut(inner),
      authenticate: authenticateSession(inner),
      getOwn: getOwnAccount(inner),
      updateOwn: updateOwnAccount(inner),
      changeOwnPassword: changeOwnPassword(inner),
    },
    users: {
      list: listUsers(inner),
      get: getUser(inner),
      create: createUser(inner),
      update: updateUser(inner),
      setPermissions: setPermissions(inner),
      delete: deleteUser(inner),
    },
    apiTokens: {
      list: listApiTokens(inner),
      create: createApiToken(inner),
      revoke: revokeApiToken(inner),
      authenticate: authenticateApiToken(inner),
    },
    settings: {
      get: getSettings(inner),
      update: updateSettings(inner),
      draftsArePublic: draftsArePublic(inner),
    },
    plugins: {
      list: listPlugins(inner),
      configure: configurePlugin(inner),
      purgeCache: purgeCache(inner),
    },
    transfer: {
      importCollections: importCollections(inner),
      importContent: importContent(inner),
      importMedia: importMedia(inner),
      exportEverything: exportEverything(inner),
    },
    system: {
      begin: beginService(inner),
      checkHealth: checkHealth(inner),
      plantStarterCollections: plantStarterCollections(inner),
      sweepMedia: sweepMedia(inner),
      compareMedia: compareMedia(inner),
      sweepSessions: sweepSessions(inner),
    },
  };
};
