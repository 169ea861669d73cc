import { authenticateSession } from './accounts/authenticate-session.ts';
import { createUser } from './accounts/create-user.ts';
import { deleteUser } from './accounts/delete-user.ts';
import { logIn, startLogIn } from './accounts/log-in.ts';
import { changeOwnPassword, getOwnAccount, updateOwnAccount } from './accounts/own-account.ts';
import { getUser, listUsers } from './accounts/read-users.ts';
import { newcomerRole, registerUser, startRegistration } from './accounts/register-user.ts';
import { endOtherSessions, logOut, sweepSessions } from './accounts/session.ts';
import { setPermissions } from './accounts/set-permissions.ts';
import { updateUser } from './accounts/update-user.ts';
import { authenticateApiToken } from './api-tokens/authenticate-api-token.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens/manage-api-tokens.ts';
import { tokenUses } from './api-tokens/token-uses.ts';
import { cacheCounter } from './cache/cache-counts.ts';
import { pageCache, uncachedPages } from './cache/page-cache.ts';
import { checkSchema } from './collections/check-schema.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection, listCollections } from './collections/read-collections.ts';
import { createStarterCollections } from './collections/starter-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { bulkContent } from './bulk/bulk-content.ts';
import { checkSlug } from './content/check-slug.ts';
import { contentWriter } from './content/content-writer.ts';
import { countContent } from './content/count-content.ts';
import { createContent } from './content/create-content.ts';
import { deleteContent } from './content/delete-content.ts';
import { getCollectionContent } from './content/get-collection-content.ts';
import { getContentInfo } from './content/get-content-info.ts';
import { getContent } from './content/get-content.ts';
import { createLargePageGate } from './content/large-page.ts';
import { listCollectionContent, listContent } from './content/list-content.ts';
import { findContent, listSummaries } from './content/list-summaries.ts';
import { itemWaitTimeoutMs, tooManyWrites } from './content/stored-item.ts';
import { updateContent } from './content/update-content.ts';
import { notifier, type OnEvent } from './events/domain-event.ts';
import { hookAsker } from './hooks/ask-hooks.ts';
import type { Hook } from './hooks/hook.ts';
import { keyedGates } from './limits/gate.ts';
import { compareMedia } from './media/compare-media.ts';
import { deleteMedia, sweepMedia } from './media/delete-media.ts';
import { readImage } from './media/read-image.ts';
import { getMedia, listMedia, readMediaFile } from './media/read-media.ts';
import { rebaseMedia } from './media/rebase-media.ts';
import { uploadMedia } from './media/store-media.ts';
import { updateMedia } from './media/update-media.ts';
import type { Ports } from './ports/ports.ts';
import { checkHealth } from './system/check-health.ts';
import {
  configurePlugin,
  getCacheStatistics,
  listPlugins,
  purgeCache,
} from './system/manage-plugins.ts';
import {
  draftsArePublic,
  getSettings,
  getSiteName,
  updateSettings,
} from './system/manage-settings.ts';
import { exportEverything } from './transfer/export-everything.ts';
import { importCollections } from './transfer/import-collections.ts';
import { importContent } from './transfer/import-content.ts';
import { importMedia } from './transfer/import-media.ts';
import { emptyTrash, purgeFromTrash, sweepTrash } from './trash/purge-trash.ts';
import { countTrash, listTrash } from './trash/read-trash.ts';
import { restoreFromTrash } from './trash/restore-from-trash.ts';

export interface CmsOptions {
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
  /** Run before hooked operations, in this order. They can block them, and replace what they store. */
  readonly hooks?: readonly Hook[];
  /** Called with every domain event. */
  readonly onEvent?: OnEvent | undefined;
  /** Whether the plugin `cache` holds pages of content in memory; true by default. */
  readonly cachesPages?: boolean;
  /** The version of the program. It is part of the keys in the shared cache. */
  readonly version?: string;
}

/** The driving port: all use cases, by subject. */
export type Cms = ReturnType<typeof createCms>;

/** Assembles the core: connects all use cases to the ports. */
export const createCms = (ports: Ports, options: CmsOptions) => {
  const dependencies = assemble(ports, options);
  return {
    content: {
      list: listContent(dependencies),
      listOfCollection: listCollectionContent(dependencies),
      get: getContent(dependencies),
      getOfCollection: getCollectionContent(dependencies),
      getInfo: getContentInfo(dependencies),
      listSummaries: listSummaries(dependencies),
      count: countContent(dependencies),
      find: findContent(dependencies),
      checkSlug: checkSlug(dependencies),
      create: createContent(dependencies),
      update: updateContent(dependencies),
      delete: deleteContent(dependencies),
      bulk: bulkContent(dependencies),
    },
    trash: {
      list: listTrash(dependencies),
      count: countTrash(dependencies),
      restore: restoreFromTrash(dependencies),
      delete: purgeFromTrash(dependencies),
      empty: emptyTrash(dependencies),
    },
    collections: {
      list: listCollections(dependencies),
      get: getCollection(dependencies),
      create: createCollection(dependencies),
      update: updateCollection(dependencies),
      checkSchema: checkSchema(dependencies),
      delete: deleteCollection(dependencies),
    },
    media: {
      list: listMedia(dependencies),
      get: getMedia(dependencies),
      upload: uploadMedia(dependencies),
      update: updateMedia(dependencies),
      delete: deleteMedia(dependencies),
      read: readMediaFile(dependencies),
      readImage: readImage(dependencies),
      rebase: rebaseMedia(dependencies),
    },
    accounts: {
      newcomerRole: newcomerRole(dependencies),
      startRegistration: startRegistration(dependencies),
      register: registerUser(dependencies),
      startLogIn: startLogIn(dependencies),
      logIn: logIn(dependencies),
      logOut: logOut(dependencies),
      endOtherSessions: endOtherSessions(dependencies),
      authenticate: authenticateSession(dependencies),
      getOwn: getOwnAccount(dependencies),
      updateOwn: updateOwnAccount(dependencies),
      changeOwnPassword: changeOwnPassword(dependencies),
    },
    users: {
      list: listUsers(dependencies),
      get: getUser(dependencies),
      create: createUser(dependencies),
      update: updateUser(dependencies),
      setPermissions: setPermissions(dependencies),
      delete: deleteUser(dependencies),
    },
    apiTokens: {
      list: listApiTokens(dependencies),
      create: createApiToken(dependencies),
      revoke: revokeApiToken(dependencies),
      authenticate: authenticateApiToken(dependencies),
    },
    settings: {
      get: getSettings(dependencies),
      update: updateSettings(dependencies),
      siteName: getSiteName(dependencies),
      draftsArePublic: draftsArePublic(dependencies),
    },
    plugins: {
      list: listPlugins(dependencies),
      configure: configurePlugin(dependencies),
      purgeCache: purgeCache(dependencies),
      getCacheStatistics: getCacheStatistics(dependencies),
    },
    /** For hosts that hold whole results; see `ReadResult.reusable`. */
    cache: {
      snapshot: () => dependencies.store.snapshot(),
      counter: dependencies.cacheCounter,
    },
    transfer: {
      importCollections: importCollections(dependencies),
      importContent: importContent(dependencies),
      importMedia: importMedia(dependencies),
      exportEverything: exportEverything(dependencies),
    },
    system: {
      checkHealth: checkHealth(dependencies),
      createStarterCollections: createStarterCollections(dependencies),
      sweepMedia: sweepMedia(dependencies),
      compareMedia: compareMedia(dependencies),
      sweepSessions: sweepSessions(dependencies),
      sweepTrash: sweepTrash(dependencies),
      storeTokenUses: () => dependencies.tokenUses.store(),
    },
  };
};

/** Adds the parts of the core that use cases share to the ports. */
const assemble = (
  ports: Ports,
  { uploadMaxBytes, hooks = [], onEvent, cachesPages = true, version = '' }: CmsOptions,
) => {
  const { store, clock, timer, log, sharedCache } = ports;
  const { repositories } = store;
  const askHooks = hookAsker({ ...ports, ...repositories, hooks });
  const notify = notifier(onEvent, log);
  const counter = cacheCounter(clock);
  return {
    ...ports,
    ...repositories,
    uploadMaxBytes,
    hooks,
    askHooks,
    notify,
    contentWriter: contentWriter({ store, clock, ...repositories, askHooks, notify }),
    tokenUses: tokenUses(repositories.apiTokens, clock, log),
    cacheCounter: counter,
    pageCache: cachesPages ? pageCache(sharedCache, clock, counter, version) : uncachedPages,
    itemGates: keyedGates({
      slots: 1,
      maxWaiting: Infinity,
      waitTimeout: { ms: itemWaitTimeoutMs, timer },
      reject: tooManyWrites,
    }),
    largePageGate: createLargePageGate(timer),
  };
};
