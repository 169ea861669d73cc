import { authenticateSession, isSessionCurrent } from './accounts/authenticate-session.ts';
import { createUser } from './accounts/create-user.ts';
import { deleteUser } from './accounts/delete-user.ts';
import { logIn, startLogIn } from './accounts/log-in.ts';
import { changeOwnPassword, getOwnAccount, updateOwnAccount } from './accounts/own-account.ts';
import { getUser, listUsers } from './accounts/read-users.ts';
import { newcomerRole, registerUser, startRegistration } from './accounts/register-user.ts';
import { endOtherSessions, logOut, sweepSessions } from './accounts/session.ts';
import { setPermissions } from './accounts/set-permissions.ts';
import { updateUser } from './accounts/update-user.ts';
import { authenticateApiToken, isApiTokenCurrent } from './api-tokens/authenticate-api-token.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens/manage-api-tokens.ts';
import { contentCache } from './caching/content-cache.ts';
import { checkSchema } from './collections/check-schema.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection, listCollections } from './collections/read-collections.ts';
import { createStarterCollections } from './collections/starter-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { keyedGates } from './concurrency/gate.ts';
import { checkSlug } from './content/check-slug.ts';
import { contentWriter } from './content/content-writer.ts';
import { countContent } from './content/count-content.ts';
import { createContent } from './content/create-content.ts';
import { deleteContent } from './content/delete-content.ts';
import { findContent } from './content/find-content.ts';
import {
  getCollectionContent,
  getRenderedCollectionContent,
} from './content/get-collection-content.ts';
import { getContentInfo } from './content/get-content-info.ts';
import { getContent, getRenderedContent } from './content/get-content.ts';
import { knownPlaces } from './content/known-places.ts';
import { createLargePageGate } from './content/large-page.ts';
import {
  listCollectionContent,
  listContent,
  listRenderedCollectionContent,
  listRenderedContent,
} from './content/list-content.ts';
import { listSummaries } from './content/list-summaries.ts';
import { itemWaitTimeoutMs, tooManyWrites } from './content/stored-item.ts';
import { updateContent } from './content/update-content.ts';
import type { Dependencies } from './dependencies.ts';
import { notifier, type OnEvent } from './events/domain-event.ts';
import { confirmedReads } from './freshness/confirmed-reads.ts';
import { freshMemory } from './freshness/fresh-memory.ts';
import { keptRepositories } from './freshness/kept-repositories.ts';
import { coordinatedWrites } from './freshness/writes.ts';
import { hookAsker } from './hooks/ask-hooks.ts';
import type { Hook } from './hooks/hook.ts';
import { compareMedia } from './media/compare-media.ts';
import { deleteMedia } from './media/delete-media.ts';
import { readImage } from './media/read-image.ts';
import { getMedia, listMedia, readMediaFile } from './media/read-media.ts';
import { rebaseMedia } from './media/rebase-media.ts';
import { sweepMedia } from './media/sweep-media.ts';
import { updateMedia } from './media/update-media.ts';
import { uploadMedia } from './media/upload-media.ts';
import {
  configurePlugin,
  getCacheStatistics,
  listPlugins,
  purgeCache,
} from './plugins/manage-plugins.ts';
import type { Ports } from './ports/ports.ts';
import {
  draftsArePublic,
  getSettings,
  getSiteName,
  updateSettings,
} from './settings/manage-settings.ts';
import { beginService } from './system/begin-service.ts';
import { checkHealth } from './system/check-health.ts';
import { exportEverything } from './transfer/export-everything.ts';
import { importCollections } from './transfer/import-collections.ts';
import { importContent } from './transfer/import-content.ts';
import { importMedia } from './transfer/import-media.ts';

export interface CmsOptions {
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
  /** Run before hooked operations, in this order. They can block them, and replace what they store. */
  readonly hooks?: readonly Hook[];
  /** Called with every domain event. */
  readonly onEvent?: OnEvent | undefined;
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
    },
    /** The same reads as `content`, as text in a form. The text is cached while the cache plugin is on. */
    renderedContent: {
      list: listRenderedContent(dependencies),
      listOfCollection: listRenderedCollectionContent(dependencies),
      get: getRenderedContent(dependencies),
      getOfCollection: getRenderedCollectionContent(dependencies),
      entryOf: dependencies.contentCache.entryOf,
      findIn: dependencies.contentCache.findIn,
      isConfirmed: dependencies.contentCache.isConfirmed,
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
      isCurrent: isSessionCurrent(dependencies),
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
      isCurrent: isApiTokenCurrent(dependencies),
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
    transfer: {
      importCollections: importCollections(dependencies),
      importContent: importContent(dependencies),
      importMedia: importMedia(dependencies),
      exportEverything: exportEverything(dependencies),
    },
    system: {
      begin: beginService(dependencies),
      checkHealth: checkHealth(dependencies),
      createStarterCollections: createStarterCollections(dependencies),
      sweepMedia: sweepMedia(dependencies),
      compareMedia: compareMedia(dependencies),
      sweepSessions: sweepSessions(dependencies),
    },
  };
};

/** For rendered content, sessions and everything else that is kept. */
const maxBytesInMemory = 32 * 1024 * 1024;

/** Adds the parts of the core that use cases share to the ports. */
const assemble = (
  ports: Ports,
  { uploadMaxBytes, hooks = [], onEvent }: CmsOptions,
): Dependencies => {
  const { clock, coordinator } = ports;
  const memory = freshMemory(coordinator, clock, maxBytesInMemory);
  const confirmed = confirmedReads(memory, coordinator);
  const writes = coordinatedWrites(coordinator, ports.unitOfWork);
  const kept = keptRepositories(ports, memory);
  const askHooks = hookAsker({ ...ports, hooks });
  const notify = notifier(onEvent, ports.log);
  return {
    ...ports,
    ...kept,
    memory,
    writes,
    uploadMaxBytes,
    hooks,
    askHooks,
    notify,
    contentCache: contentCache(memory, confirmed, clock),
    contentWriter: contentWriter({ ...kept, writes, askHooks, notify }),
    itemGates: keyedGates({
      slots: 1,
      maxWaiting: Infinity,
      waitTimeout: { ms: itemWaitTimeoutMs, timer: ports.timer },
      reject: tooManyWrites,
    }),
    knownPlaces: knownPlaces(memory, confirmed),
    largePageGate: createLargePageGate(),
  };
};
