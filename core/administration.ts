import { authenticateSession } from './accounts/authenticate-session.ts';
import { createUser } from './accounts/create-user.ts';
import { deleteUser } from './accounts/delete-user.ts';
import { findAuthors } from './accounts/find-authors.ts';
import { logIn, startLogIn } from './accounts/log-in.ts';
import { changeOwnPassword, getOwnAccount, updateOwnAccount } from './accounts/own-account.ts';
import { getUser, listUsers } from './accounts/read-users.ts';
import { newcomerRole, registerUser, startRegistration } from './accounts/register-user.ts';
import { endOtherSessions, logOut, sweepSessions } from './accounts/session.ts';
import { setPermissions } from './accounts/set-permissions.ts';
import { updateUser } from './accounts/update-user.ts';
import { exportAudit, listAudit } from './audit/read-audit.ts';
import { authenticateApiToken } from './api-tokens/authenticate-api-token.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens/manage-api-tokens.ts';
import { createStarterCollections } from './collections/starter-collections.ts';
import { sweepEvents } from './events/sweep-events.ts';
import { compareMedia } from './media/compare-media.ts';
import { sweepMedia } from './media/delete-media.ts';
import { rebuildReferences } from './references/rebuild-references.ts';
import { sweepReceipts } from './receipts/answer-once.ts';
import {
  configurePlugin,
  getCacheStatistics,
  listPlugins,
  purgeCache,
} from './system/manage-plugins.ts';
import {
  draftsArePublic,
  getSettings,
  getTimeZone,
  getTrashDays,
  getSiteName,
  listSearchLanguages,
  updateSettings,
} from './system/manage-settings.ts';
import { sweepTrash } from './trash/purge-trash.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';
import {
  listDeliveries,
  replayDelivery,
  sweepDeliveries,
  testWebhook,
} from './webhooks/manage-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks/manage-webhooks.ts';
import type { Parts } from './parts.ts';

/** The use cases that are about people, settings and the service itself, by subject. */
export const administrationOf = (dependencies: Parts) => ({
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
    findAuthors: findAuthors(dependencies),
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
  audit: {
    list: listAudit(dependencies),
    export: exportAudit(dependencies),
  },
  webhooks: {
    list: listWebhooks(dependencies),
    get: getWebhook(dependencies),
    create: createWebhook(dependencies),
    update: updateWebhook(dependencies),
    delete: deleteWebhook(dependencies),
    rotateSecret: rotateSecret(dependencies),
    test: testWebhook(dependencies),
    listDeliveries: listDeliveries(dependencies),
    replay: replayDelivery(dependencies),
    deliver: deliverWebhooks(dependencies),
  },
  settings: {
    get: getSettings(dependencies),
    update: updateSettings(dependencies),
    searchLanguages: listSearchLanguages(dependencies),
    siteName: getSiteName(dependencies),
    timeZone: getTimeZone(dependencies),
    trashDays: getTrashDays(dependencies),
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
  system: {
    checkHealth: dependencies.health.check,
    checkInDetail: dependencies.health.checkInDetail,
    watchDependencies: dependencies.health.watch,
    latestChecks: dependencies.health.latest,
    createStarterCollections: createStarterCollections(dependencies),
    sweepMedia: sweepMedia(dependencies),
    compareMedia: compareMedia(dependencies),
    sweepSessions: sweepSessions(dependencies),
    sweepEvents: sweepEvents(dependencies),
    sweepReceipts: sweepReceipts(dependencies),
    sweepDeliveries: sweepDeliveries(dependencies),
    sweepTrash: sweepTrash(dependencies),
    maintainIndexes: dependencies.maintainIndexes,
    rebuildReferences: rebuildReferences(dependencies),
    storeTokenUses: () => dependencies.tokenUses.store(),
  },
});
