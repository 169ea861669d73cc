import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, type AuditEntryDto } from '../../contracts/index.ts';
import type { Role } from '../../core/vocabulary.ts';
import { makeRequest, type Things } from '../support/access/rights-requests.ts';
import { thingsWorld, type ThingsWorld } from '../support/access/rights-world.ts';

let world: ThingsWorld;

beforeAll(async () => {
  world = await thingsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

/** What the request of each operation leaves in the audit, oldest first. */
const entriesOf: Readonly<Record<string, readonly string[]>> = {
  createContent: ['content.create'],
  updateContent: ['content.update'],
  deleteContent: ['content.delete'],
  saveDraft: ['draft.save'],
  discardDraft: ['draft.discard'],
  publishDraft: ['content.publish'],
  planChanges: ['schedule.plan'],
  createItemPreview: ['preview.create'],
  meetAtItem: [],
  createSitePreview: ['preview.create'],
  revokeSitePreviews: ['preview.revoke'],
  bulkContent: ['content.publish'],
  deleteRedirect: ['redirect.delete'],
  createTranslation: ['content.create'],
  joinGroups: ['content.update'],
  leaveGroup: ['content.update'],
  updateTranslationSource: ['content.set_source'],
  restoreFromTrash: ['content.restore'],
  deleteFromTrash: ['content.delete_permanently'],
  emptyTrash: ['content.delete_permanently'],
  createCollection: ['collection.create'],
  updateCollection: ['collection.update'],
  deleteCollection: ['collection.delete'],
  uploadMedia: ['media.create'],
  updateMedia: ['media.update'],
  bulkMedia: ['media.update'],
  replaceMedia: ['media.update'],
  deleteMedia: ['media.delete'],
  logIn: ['session.create'],
  logInByForm: ['session.create'],
  logInWithCode: ['session.create'],
  beginSecondFactor: ['user.begin_second_factor'],
  confirmSecondFactor: ['user.set_second_factor'],
  removeSecondFactor: ['user.remove_second_factor'],
  renewRecoveryCodes: ['user.renew_recovery_codes'],
  endTrustedBrowser: ['user.end_trust'],
  register: ['user.create', 'session.create'],
  acceptInvitation: ['invitation.accept', 'user.create', 'session.create'],
  resetPassword: ['user.reset_password'],
  createResetLink: ['user.create_reset_link'],
  createInvitation: ['invitation.create'],
  resendInvitation: ['invitation.resend'],
  withdrawInvitation: ['invitation.withdraw'],
  updateAccount: ['user.update'],
  createApiToken: ['token.create'],
  deleteApiToken: ['token.revoke'],
  createWebhook: ['webhook.create'],
  updateWebhook: ['webhook.update'],
  rotateWebhookSecret: ['webhook.rotate_secret'],
  testWebhook: ['webhook.test'],
  testMail: ['mail.test'],
  replayWebhookDelivery: ['webhook.replay'],
  deleteWebhook: ['webhook.delete'],
  createUser: ['user.create'],
  updateUser: ['user.update'],
  deleteUser: ['user.delete'],
  setPermissions: ['user.set_permissions'],
  updateSettings: ['settings.update'],
  updateLocales: ['locales.update'],
  updatePlugin: ['plugin.update'],
  purgeCache: ['plugin.purge_cache'],
  importContent: ['content.import'],
  importCollections: ['collection.import'],
  importMedia: ['media.import'],
  restoreLines: ['content.import'],
  exportAll: ['export.create'],
  exportComplete: ['export.create'],
  endOtherSessions: ['session.end_others'],
  endSession: ['session.end'],
  endUserSessions: ['session.end_all'],
  removeUserSecondFactor: ['user.remove_second_factor'],
  changePassword: ['user.change_password'],
  logOut: ['session.end'],
  unlinkIdentity: ['user.unlink_identity'],
  unlinkUserIdentity: ['user.unlink_identity'],
  logOutByLink: ['session.end'],
};

/** These write nothing here: nothing is planned, no mail is written yet, no token exists, no sign-in waits, the version is the stored one, no URL changes. */
const withoutEntry = [
  'checkCollectionSchema',
  'planSchema',
  // The audit has deletions of comments of others only: see test/comments.
  'createComment',
  'updateComment',
  'deleteComment',
  // The audit has shared views only: see test/saved-views.
  'createView',
  'updateView',
  'deleteView',
  'forgotPassword',
  'logInWithCodeByForm',
  // They only begin and fail: what they write is tested in test/openid.
  'linkIdentity',
  'finishSignIn',
  'rebaseMedia',
  'rewriteMediaUses',
  'removeSchedule',
  'restoreContent',
  'revokeItemPreviews',
];

const asItsOwn = [
  'logIn',
  'logInByForm',
  'logInWithCode',
  'register',
  'acceptInvitation',
  'resetPassword',
];

/** Who sends it, if it is not the admin: these end the session. */
const senders: Readonly<Record<string, Role>> = { logOut: 'viewer', logOutByLink: 'editor' };

const newest = async (): Promise<readonly AuditEntryDto[]> => {
  const { bearer } = await world.signIn('admin');
  const { status, json } = await world.request('/api/audit?limit=20', { headers: bearer });
  expect(status).toBe(200);
  return json().data;
};

test('the table names every operation that writes', () => {
  const writes = operations.filter(
    ([id, { method, changes }]) =>
      method !== 'get' || changes === true || id.startsWith('exportA') || id === 'exportComplete',
  );
  const expected = writes.map(([id]) => id).filter((id) => id !== 'exportAudit');
  expect([...Object.keys(entriesOf), ...withoutEntry].toSorted()).toEqual(expected.toSorted());
});

const operationsById = new Map(operations);

test.each([...withoutEntry, ...Object.keys(entriesOf)])(
  'a request of %s has its entries, with the caller and the address',
  async (id) => {
    const operation = operationsById.get(id)!;
    // Others need the two collections as they are.
    const isOfCollection = operation.path === '/api/collections/{name}';
    const things: Things = isOfCollection ? {} : { collections: ['blog-posts', 'pages'] };
    const sender = await world.signIn(senders[id] ?? 'admin');
    const request = await makeRequest([id, operation], things, world, sender.userId);
    const [before] = await newest();
    const { headers } = request;
    const isOpen = asItsOwn.includes(id);
    const answer = await world.send({
      ...request,
      headers: { ...headers, ...(!isOpen && sender.bearer) },
    });
    expect(answer.status, answer.text).toBeLessThan(400);
    const added = (await newest())
      .filter(({ number }) => number > (before?.number ?? 0))
      .toReversed();
    const mine = added.filter(({ actor }) => actor.address !== undefined);
    expect(mine.map(({ action }) => action)).toEqual(entriesOf[id] ?? []);
    const address = headers?.['X-Forwarded-For'];
    expect(address).toEqual(expect.any(String));
    for (const { actor } of mine) {
      expect(actor).toMatchObject({ kind: 'user', address });
      if (!isOpen) expect(actor.id).toBe(sender.userId);
    }
  },
);
