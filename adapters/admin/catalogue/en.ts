import type { ComponentChild, ComponentChildren } from 'preact';
import type { SettingGroup, SettingName } from '../../../contracts/client/vocabulary.ts';
import type { Forms } from './forms.ts';

/** Who can read a collection. */
const access = {
  publicWithDrafts:
    'Everybody reads its items without signing in, drafts included: the settings say so.',
  publicHint: 'Everybody reads its published items without signing in.',
  privateHint:
    'Only admins, editors, people with a role in this collection, and API tokens that name it see it. For all others, it does not exist.',
  title: 'Access',
  whoReads: 'Who can read it',
  nonePublished: 'It has no published items.',
  itemsLost: (count: string): Forms => ({
    one: `${count} published item disappears for visitors, and for websites that read without an API token that names the collection.`,
    other: `${count} published items disappear for visitors, and for websites that read without an API token that names the collection.`,
  }),
  unpublishedLost: (count: string): Forms => ({
    one: `${count} item that is not published disappears for them, too. The settings let everybody read drafts.`,
    other: `${count} items that are not published disappear for them, too. The settings let everybody read drafts.`,
  }),
  manyReferrers: 'Items of public collections may link to it. There are too many to count.',
  linksLost: (count: string): Forms => ({
    one: `${count} item of a public collection links to it. For visitors, such links lead nowhere then.`,
    other: `${count} items of public collections link to it. For visitors, such links lead nowhere then.`,
  }),
  alreadyHidden: 'The collection is inactive: visitors do not see its items now either.',
  accountsStay: (count: string): Forms => ({
    one: `${count} account goes on seeing it: admins, editors, and people with a role in it. Other accounts do not.`,
    other: `${count} accounts go on seeing it: admins, editors, and people with a role in it. Other accounts do not.`,
  }),
  nonePublishedYet: 'It has no published items yet.',
  itemsShown: (count: string): Forms => ({
    one: `${count} published item becomes readable by everybody, without signing in.`,
    other: `${count} published items become readable by everybody, without signing in.`,
  }),
  redirectsShown: (count: string): Forms => ({
    one: `${count} redirect from a former slug becomes public, too.`,
    other: `${count} redirects from former slugs become public, too.`,
  }),
  unpublishedShown: (count: string): Forms => ({
    one: `${count} item that is not published becomes readable, too. The settings let everybody read drafts.`,
    other: `${count} items that are not published become readable, too. The settings let everybody read drafts.`,
  }),
  schemaShown: 'Its name and its fields become public.',
  stillHidden: 'It is inactive: visitors see its items once it is active.',
  notTakenBack: 'Making it private again does not take back what somebody has read.',
  closeQuestion: (name: string) => `Make “${name}” private?`,
  close: 'Make it private',
  openQuestion: (name: string) => `Make “${name}” public?`,
  open: 'Make it public',
  noToken: 'No API token names it. A website that is to go on reading it needs one.',
  tokensStay: (tokens: ComponentChild): ComponentChildren => [
    'These API tokens name it and go on reading it: ',
    tokens,
    '. Other websites need one.',
  ],
  createToken:
    'Create a token that names this collection, and keep it on the server of the website, not in its pages.',
  filesStay:
    'Files stay readable for everybody who has their address. Webhooks that do not name the collection get no more requests about it.',
  whoReadsDrafts: 'Who may read drafts',
  /** What is being loaded. */
  what: 'who can read it',
  seesIt: 'Who sees it',
  willSeeIt: 'Who will see it',
  peopleWhoSee: 'People who see it',
  peopleWhoWillSee: 'People who will see it',
  websites: 'Websites',
  accounts: (count: string): Forms => ({
    one: `${count} account: all admins and editors.`,
    other: `${count} accounts: all admins and editors.`,
  }),
  accountsWithRoles: (count: string): Forms => ({
    one: `${count} account: all admins and editors, and people with a role in it:`,
    other: `${count} accounts: all admins and editors, and people with a role in it:`,
  }),
  letIn: 'To let somebody in, give the account a role in this collection.',
  noWebsites: 'None: no API token names it.',
  withTokens: 'Those that use these API tokens:',
  letWebsiteIn:
    'To let a website in, create a token that names this collection, and keep it on its server.',
  others: (count: number) => `and ${count} others`,
  othersOrMore: (count: number) => `and ${count} others or more`,
};

/** Asks for the alternative texts of new images. */
const altTexts = {
  open: (count: string): Forms => ({
    one: `Describe ${count} new file`,
    other: `Describe ${count} new files`,
  }),
  saved: (count: string): Forms => ({ one: 'Alt text saved.', other: `${count} alt texts saved.` }),
  title: (count: string): Forms => ({
    one: 'Describe the image',
    other: `Describe ${count} images`,
  }),
  about:
    'An alternative text says what an image shows, for people who cannot see it. Skip images that are only decoration.',
  skipNamed: (name: string) => `Skip ${name}`,
  skip: 'Skip',
  later: 'Later',
};

/** The credentials of websites and apps. */
const apiTokens = {
  revokeQuestion: (name: string) => `Revoke ${name}?`,
  revokeEffect: 'Everything that uses this token loses access at once. This cannot be undone.',
  revoke: 'Revoke',
  revoked: (name: string) => `${name} was revoked.`,
  notRevoked: (name: string, reason: string) => `${name} was not revoked. ${reason}`,
  title: 'API tokens',
  newToken: 'New token',
  /** What is being loaded. */
  what: 'the API tokens',
  noneTitle: 'No API tokens yet',
  noneText:
    'A website or an app reads content with an API token. It can read all collections or only some, and never changes anything.',
  startsWith: 'Starts with',
  canRead: 'Can read',
  expiry: 'Expiry',
  lastUse: 'Last use',
  neverUsed: 'Never used',
  revokeNamed: (name: string) => `Revoke ${name}`,
  nameNeeded: 'Enter a name, for example that of the site that uses the token.',
  newTitle: 'New API token',
  notCreated: 'The token was not created.',
  nameHint: 'What uses the token, such as “Public site”.',
  unlimited:
    'None chosen: the token can read all public collections, also future ones. Private ones must be chosen.',
  limitedTo: (count: string): Forms => ({
    one: 'The token can read one collection and nothing else.',
    other: `The token can read ${count} collections and nothing else.`,
  }),
  create: 'Create token',
  never: 'Never',
  in30Days: 'In 30 days',
  in90Days: 'In 90 days',
  in180Days: 'In 180 days',
  inOneYear: 'In one year',
  allPublic: 'All public collections',
  deletedCollection: 'a deleted collection',
  valueTitle: (name: string) => `The value of ${name}`,
  valueLabel: 'Value of the token',
  valueAdvice:
    'Copy the value and store it now, for example in the secrets of your site. It is not shown again.',
  valueUse: 'Send it with every request:',
  example: 'example',
};

const auditActions = {
  'content.create': 'Created an item',
  'content.update': 'Changed an item',
  'content.publish': 'Published an item',
  'content.unpublish': 'Unpublished an item',
  'content.delete': 'Deleted an item',
  'content.restore': 'Restored an item',
  'content.delete_permanently': 'Deleted permanently',
  'content.import': 'Imported an item',
  'content.set_source': 'Marked a translation as up to date',
  'draft.save': 'Began changes',
  'draft.discard': 'Discarded changes',
  'draft.import': 'Imported unpublished changes',
  'schedule.plan': 'Planned a change',
  'schedule.remove': 'Removed a plan',
  'schedule.import': 'Imported a plan',
  'redirect.delete': 'Removed a redirect',
  'redirect.import': 'Imported redirects',
  'comment.delete': 'Deleted a comment',
  'comment.import': 'Imported comments',
  'history.import': 'Imported versions',
  'preview.create': 'Shared a preview',
  'preview.revoke': 'Revoked previews',
  'media.create': 'Uploaded a file',
  'media.update': 'Changed a file',
  'media.delete': 'Deleted a file',
  'media.import': 'Imported a file',
  'collection.create': 'Created a collection',
  'collection.update': 'Changed a collection',
  'collection.delete': 'Deleted a collection',
  'collection.import': 'Imported a collection',
  'settings.update': 'Changed the settings',
  'locales.update': 'Changed the languages',
  'plugin.update': 'Changed a plugin',
  'plugin.purge_cache': 'Emptied the cache',
  'user.create': 'Created a user',
  'user.update': 'Changed a user',
  'user.change_password': 'Changed the own password',
  'user.request_reset': 'Asked for a new password',
  'user.create_reset_link': 'Made a link for a new password',
  'user.reset_password': 'Set a new password with a link',
  'user.set_permissions': 'Set roles in collections',
  'user.link_identity': 'Linked to the identity provider',
  'user.unlink_identity': 'Unlinked from the identity provider',
  'user.delete': 'Deleted a user',
  'invitation.create': 'Invited somebody',
  'invitation.resend': 'Invited somebody again',
  'invitation.withdraw': 'Withdrew an invitation',
  'invitation.accept': 'Accepted an invitation',
  'user.begin_second_factor': 'Began to set up a second factor',
  'user.set_second_factor': 'Set up a second factor',
  'user.remove_second_factor': 'Removed a second factor',
  'user.renew_recovery_codes': 'Replaced recovery codes',
  'user.stop_codes': 'Entered too many wrong codes',
  'user.end_trust': 'Ended the trust in a browser',
  'token.create': 'Created an API token',
  'token.revoke': 'Revoked an API token',
  'webhook.create': 'Created a webhook',
  'webhook.update': 'Changed a webhook',
  'webhook.rotate_secret': 'Made another secret for a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.test': 'Tested a webhook',
  'webhook.replay': 'Sent a delivery again',
  'view.create': 'Shared a view of a list',
  'view.update': 'Changed a shared view',
  'view.delete': 'Deleted a shared view',
  'mail.test': 'Sent a test mail',
  'session.create': 'Signed in',
  'session.reject': 'Failed to sign in',
  'session.end': 'Ended a session',
  'session.end_others': 'Ended other sessions',
  'session.end_all': 'Ended all sessions of a user',
  'export.create': 'Exported everything',
};

/** The same done to three or more in one go, for what is done so. */
const auditMany = {
  'content.create': (count: string): Forms => ({ other: `Created ${count} items` }),
  'content.update': (count: string): Forms => ({ other: `Changed ${count} items` }),
  'content.publish': (count: string): Forms => ({ other: `Published ${count} items` }),
  'content.unpublish': (count: string): Forms => ({ other: `Unpublished ${count} items` }),
  'content.delete': (count: string): Forms => ({ other: `Deleted ${count} items` }),
  'content.restore': (count: string): Forms => ({ other: `Restored ${count} items` }),
  'content.import': (count: string): Forms => ({ other: `Imported ${count} items` }),
  'media.create': (count: string): Forms => ({ other: `Uploaded ${count} files` }),
  'media.update': (count: string): Forms => ({ other: `Changed ${count} files` }),
  'media.delete': (count: string): Forms => ({ other: `Deleted ${count} files` }),
  'media.import': (count: string): Forms => ({ other: `Imported ${count} files` }),
};

/** Who did what. */
const audit = {
  actions: auditActions,
  many: auditMany,
  what: 'What',
  which: 'Which',
  who: 'Who',
  when: 'When',
  from: 'From',
  andMore: (first: string, count: string) => `${first} and ${count} more`,
  showSubject: 'Show everything about it',
  showActor: 'Show everything that was done in this name',
  nobody: 'Nobody',
  service: 'The service',
  token: 'An API token',
  asPlanned: (name: string) => `${name}, as planned`,

  title: 'Audit',
  /** What is loading. */
  theAudit: 'the audit',
  everything: 'Everything',
  everybody: 'Everybody',
  allTimes: 'All times',
  lastHours: (count: string): Forms => ({ other: `Last ${count} hours` }),
  lastDays: (count: string): Forms => ({ other: `Last ${count} days` }),
  showAll: 'Show all',
  nothingLikeThis: 'Nothing like this',
  nothingYet: 'Nothing has happened yet',
  explanation: 'Here appears who did what, when, and from which address.',
  newest: 'Newest',
  older: 'Older',

  /** Groups of actions. */
  resources: {
    draft: 'Unpublished changes',
    preview: 'Previews',
    view: 'Saved views',
    session: 'Signing in and out',
    token: 'API tokens',
    mail: 'Mail',
    invitation: 'Invitations',
    plugin: 'Plugins',
    export: 'Exports',
  },
};

/** The blocks of a field. */
const blocks = {
  list: (field: string) => `Blocks of ${field}`,
  /** A block in a list, in the names of its buttons. */
  named: (position: string, title: string) => `block ${position}, ${title}`,
  /** A block without a type. */
  untyped: 'Block',
  /** In messages about the id of a block. */
  idMember: 'Id',
  unknownType: (title: string) => `The collection has no type of block “${title}”.`,
  noObject: 'A block must be an object.',
  needsChange: 'Needs a change',
  /** Limits of the field. */
  atLeast: (count: string): Forms => ({
    one: `At least ${count} block.`,
    other: `At least ${count} blocks.`,
  }),
  atMost: (count: string): Forms => ({
    one: `At most ${count} block.`,
    other: `At most ${count} blocks.`,
  }),
  /** What was done. */
  added: (title: string) => `${title} added.`,
  addedMany: (count: string): Forms => ({
    one: `${count} block added.`,
    other: `${count} blocks added.`,
  }),
  taken: (title: string) => `${title} removed.`,
  takenMany: (count: string): Forms => ({
    one: `${count} block removed.`,
    other: `${count} blocks removed.`,
  }),
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  copyAll: 'Copy all',
  duplicate: 'Duplicate',
  doWith: (block: string) => `Do with ${block}`,
  more: (block: string) => `More: ${block}`,
  addBelow: (type: string) => `Add below: ${type}`,
  types: (field: string) => `Types of blocks for ${field}`,
  noTypes: 'The collection names no types of blocks yet.',
  paste: 'Paste',
  pasteBelow: 'Paste below',
  pasteInto: (field: string) => `Paste into ${field}`,
  /** Why nothing was pasted. */
  wrongTypes: (field: string, types: string) =>
    `Not pasted: ${field} has no blocks of the type ${types}.`,
  noRoom: (room: string, field: string, pasted: string): Forms => ({
    one: `Not pasted: ${field} has room for ${room} block, and these are ${pasted}.`,
    other: `Not pasted: ${field} has room for ${room} blocks, and these are ${pasted}.`,
  }),
  unreadable:
    'The browser does not allow reading the clipboard here. Press Ctrl or ⌘ + V on a block.',
  noBlocks: 'The clipboard contains no blocks. Copy a block first.',
};

/** The fields of an item with references that lead nowhere. */
const brokenReferences = {
  one: (field: ComponentChildren): ComponentChildren => ['A broken reference in ', field],
  several: (fields: ComponentChildren): ComponentChildren => ['Broken references in ', fields],
  /** @param more of {@link moreFields}. */
  many: (fields: ComponentChildren, more: string): ComponentChildren => [
    'Broken references in ',
    fields,
    ` and ${more}`,
  ],
  moreFields: (count: string): Forms => ({
    one: `${count} more field`,
    other: `${count} more fields`,
  }),
};

/** The builder of a collection, without the forms of its fields. */
const builder = {
  /** In the place of a name. */
  unnamedField: 'The field',
  added: (name: string) => `${name} was added.`,
  moved: (name: string, position: number, all: number) =>
    `${name} is now at position ${position} of ${all}.`,
  what: 'the collection',
  /** What does not exist. */
  thing: 'collection',
  unsaved: 'Unsaved changes',
  showItems: 'Show items',
  fields: 'Fields',
  views: 'How to edit the fields',
  collapseAll: 'Collapse all',
  expandAll: 'Expand all',
  jsonMistake: 'The text in the JSON tab is not a schema',
  jsonMistakeText: 'Correct it there, or discard it and go on with the fields.',
  jsonDiscarded: 'The JSON was discarded.',
  discardJson: 'Discard the text',
  description: 'Description',
  oneItem: 'One item only',
  previewUrl: 'Preview URL',
  whoReads: 'Who can read',
  localized: 'Localised',
  baseLocale: 'Language of the present items',
  displayNameHint: 'For people. Empty: the name.',
  renamed: (name: string) => `URLs with “${name}” stop working when you save.`,
  apiNameHint: 'In the URLs of the API.',
  previewUrlHint:
    'Where your website shows items that are not published: https://example.com/preview?id={id}&token={token}',
  oneItemHint:
    'A singleton, such as the home page or the footer. The admin opens its item directly.',
  duplicatesTitle: (name: string) => `Several items have the same value of ${name}`,
  duplicatesText:
    'Nothing was saved. Change the values so that each is there once, then save the collection again. At most ten values are shown.',
  schema: 'Schema',
  schemaHint: 'What GET /api/collections/{name} returns as schema.',
  discardThis: 'Discard this text',
  inNewTab: '(opens in a new tab)',
  /** Names unsaved work. */
  workTitle: (name: string) => `Collection: ${name}`,
  preview: 'Preview',
  showForm: 'Show the whole form',
  previewForm: 'The form of an item. What you type here is not stored.',
  previewField: 'The field that you edit. What you type here is not stored.',
  noFields: 'Fields appear here once you add them.',
  saved: 'The collection is saved.',
  savedChecked: (count: string): Forms => ({
    one: `The collection is saved. ${count} item checked: all keep the new fields.`,
    other: `The collection is saved. ${count} items checked: all keep the new fields.`,
  }),
  changedMeanwhile: 'The collection has changed meanwhile',
  changedMeanwhileText:
    'Somebody else has saved it since you opened it. Your save would replace their changes of the fields or templates. To see them, open the collection in another tab.',
  replaceTheirs: 'Replace their changes',
  notSingleton: 'The collection has several items. Delete or move all but one first.',
  hasTranslations:
    'Items have another language than the base, perhaps in the trash. Delete them permanently, or give them that language, before you switch this off.',
  notUnique: 'Several items have the same value.',
  nothingToSave: 'There is nothing to save.',
  /** The members of a field, as the summary of mistakes names them after the field. */
  members: {
    title: 'label',
    key: 'key',
    type: 'type',
    description: 'hint',
    group: 'group',
    help: 'advice',
    width: 'width',
    place: 'place',
    collection: 'collection',
    enum: 'choices',
    minLength: 'fewest',
    maxLength: 'most',
    minimum: 'smallest value',
    maximum: 'greatest value',
    minItems: 'minimum of blocks',
    maxItems: 'maximum of blocks',
    pattern: 'pattern',
    onDelete: 'when its item is deleted',
    default: 'default',
    indexedWith: 'order of other fields',
    unique: 'unique',
  },
  mistakePlace: (field: string, member: string) => `${field}, ${member}`,
};

const bulkItems =
  (text: (items: string) => string) =>
  (count: string): Forms => ({ one: text(`${count} item`), other: text(`${count} items`) });

/** Actions on many items. */
const bulk = {
  label: 'Selected items',
  selected: (count: string) => `${count} selected`,
  selectedHere: (count: string, onPage: string) => `${count} selected, ${onPage} on this page`,
  clear: 'Clear the selection',
  items: bulkItems((some) => some),

  publish: {
    verb: 'Publish',
    question: bulkItems((some) => `Publish ${some}?`),
    confirm: bulkItems((some) => `Publish ${some}`),
    running: bulkItems((some) => `Publishing ${some}`),
    done: bulkItems((some) => `${some} published.`),
    failed: bulkItems((some) => `${some} could not be published`),
  },
  unpublish: {
    verb: 'Unpublish',
    question: bulkItems((some) => `Unpublish ${some}?`),
    confirm: bulkItems((some) => `Unpublish ${some}`),
    running: bulkItems((some) => `Unpublishing ${some}`),
    done: bulkItems((some) => `${some} unpublished.`),
    failed: bulkItems((some) => `${some} could not be unpublished`),
  },
  unarchive: {
    verb: 'Unarchive',
    question: bulkItems((some) => `Unarchive ${some}?`),
    confirm: bulkItems((some) => `Unarchive ${some}`),
    running: bulkItems((some) => `Unarchiving ${some}`),
    done: bulkItems((some) => `${some} unarchived.`),
    failed: bulkItems((some) => `${some} could not be unarchived`),
  },
  archive: {
    verb: 'Archive',
    question: bulkItems((some) => `Archive ${some}?`),
    confirm: bulkItems((some) => `Archive ${some}`),
    running: bulkItems((some) => `Archiving ${some}`),
    done: bulkItems((some) => `${some} archived.`),
    failed: bulkItems((some) => `${some} could not be archived`),
  },
  move: {
    verb: 'Move',
    question: bulkItems((some) => `Move ${some} to another collection`),
    confirm: bulkItems((some) => `Move ${some}`),
    running: bulkItems((some) => `Moving ${some}`),
    done: bulkItems((some) => `${some} moved.`),
    failed: bulkItems((some) => `${some} could not be moved`),
  },
  delete: {
    verb: 'Delete',
    question: bulkItems((some) => `Delete ${some}?`),
    confirm: bulkItems((some) => `Delete ${some}`),
    running: bulkItems((some) => `Deleting ${some}`),
    done: bulkItems((some) => `${some} deleted.`),
    failed: bulkItems((some) => `${some} could not be deleted`),
  },
  restore: {
    running: bulkItems((some) => `Restoring ${some}`),
    done: bulkItems((some) => `${some} restored.`),
    failed: bulkItems((some) => `${some} could not be restored`),
  },

  effects: {
    publish: 'Readers see them at once.',
    unpublish: 'They become drafts.',
    archive: 'They are no longer public.',
  },
  deleteQuestion: (title: string) => `Delete “${title}”?`,
  /** At the end of a list of names. */
  andMore: (count: string) => `and ${count} more`,
  itIsPublished: 'The item is published.',
  somePublished: (count: string): Forms => ({
    one: `${count} of them is published.`,
    other: `${count} of them are published.`,
  }),
  publishedIsDraft: 'What was published is a draft now.',
  otherFieldsStay: 'What an item has in fields that the other collection lacks stays in its data.',

  progress: 'Progress',
  progressOf: (done: string, total: string) => `${done} of ${total} done`,
  progressWaiting: (done: string, total: string) =>
    `${done} of ${total} done, waiting for the current step`,
  notAttempted: bulkItems((some) => `${some} not attempted.`),
  /** As a sentence of its own. */
  moreFailed: (count: string) => `And ${count} more.`,
};

/** The words of CodeMirror, by what it calls them: of the search in a formatted text, and what screen readers hear. */
const codeMirror = {
  Find: 'Find',
  Replace: 'Replace',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'match case',
  regexp: 'regexp',
  'by word': 'by word',
  replace: 'replace',
  'replace all': 'replace all',
  close: 'close',
  'current match': 'current match',
  'on line': 'on line',
  'replaced $ matches': 'replaced $ matches',
  'replaced match on line $': 'replaced match on line $',
  'Go to line': 'Go to line',
  go: 'go',
  'Selection deleted': 'Selection deleted',
  'Control character': 'Control character',
  Completions: 'Completions',
};

/** The icons of collections. */
const collectionIcons = {
  title: 'Icon',
  none: 'No icon',
  names: {
    article: 'Article',
    bell: 'Bell',
    book: 'Book',
    calendar: 'Calendar',
    chart: 'Chart',
    cup: 'Cup',
    document: 'Document',
    flag: 'Flag',
    heart: 'Heart',
    house: 'House',
    leaf: 'Leaf',
    link: 'Link',
    map: 'Map',
    message: 'Message',
    music: 'Music',
    people: 'People',
    person: 'Person',
    picture: 'Picture',
    place: 'Place',
    product: 'Product',
    question: 'Question',
    star: 'Star',
    tag: 'Tag',
    video: 'Video',
  },
};

/** The languages of the items of a collection. */
const collectionLanguages = {
  localiseQuestion: (name: string) => `Localise “${name}”?`,
  localiseEffect: (count: string, language: string): Forms => ({
    one: `${count} item and those in the trash become ${language}. Their versions and their history stay. In a large collection it takes a while, in which writes of its items wait.`,
    other: `${count} items and those in the trash become ${language}. Their versions and their history stay. In a large collection it takes a while, in which writes of its items wait.`,
  }),
  localise: 'Localise it',
  stopQuestion: (name: string) => `Stop localising “${name}”?`,
  stopEffect: (count: string, language: string): Forms => ({
    one: `${count} item is no longer ${language}: it belongs to every language then. It is possible only while no item has another language.`,
    other: `${count} items are no longer ${language}: they belong to every language then. It is possible only while no item has another language.`,
  }),
  stop: 'Stop localising',
  differ: 'Translations have different values',
  replaceOthers: 'Replace the other values',
  differText:
    'A shared field has one value for an item and all its translations. Where they differ now, all get the value of one language, each in a new version.',
  keptLanguage: 'The language whose values stay',
  keptLanguageHint:
    'Every item with different values needs a translation in it. At most 1,000 items are changed at once.',
  hint: 'Each item is written in one language, and can have translations with their own text, slug and status.',
  itemsBefore: (language: string) =>
    `The items from before are in ${language}. Each item says in which language it is, and can be given another one.`,
  baseHint:
    'All items that exist now get this language. It cannot be changed for all of them later.',
  ofService: 'Languages of the service',
};

/** The list of collections, a new one, and what can be done with one. */
const collections = {
  newCollection: 'New collection',
  /** What is being loaded. */
  what: 'the collections',
  noneTitle: 'No collections yet',
  noneText:
    'A collection groups items that have the same fields, such as pages, posts or products.',
  find: 'Find a collection',
  all: (all: string): Forms => ({ one: `${all} collection`, other: `${all} collections` }),
  found: (found: string, all: string): Forms => ({
    one: `${found} of ${all} collection`,
    other: `${found} of ${all} collections`,
  }),
  apiName: 'Name in the API',
  inApi: 'In the API',
  items: 'Items',
  fields: 'Fields',
  active: 'Active',
  inactive: 'Inactive',
  changed: 'Changed',
  deactivate: 'Deactivate',
  activate: 'Activate',
  deactivateNamed: (name: string) => `Deactivate ${name}`,
  activateNamed: (name: string) => `Activate ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
  /** After a number. */
  itemsUnit: (): Forms => ({ one: 'item', other: 'items' }),
  nameTaken: 'Another collection has this name. Choose another one.',
  create: 'Create',
  displayName: 'Display name',
  displayNameHint: 'For people, such as “Field notes”.',
  apiNameHint: (address: ComponentChild): ComponentChildren => [
    'Lower-case letters and digits, joined by hyphens or underscores. Its items are at ',
    address,
    '.',
  ],
  private: 'Private',
  privateHint:
    'Only admins, editors, people with a role in it, and API tokens that name it see the collection.',
  public: 'Public',
  inactiveMeaning:
    'An inactive collection is hidden from the public: only signed-in users can read its items, and nobody can create new ones in it. Nothing is deleted.',
  deactivateQuestion: (name: string) => `Deactivate “${name}”?`,
  nowActive: (name: string) => `“${name}” is active: the public can read its items again.`,
  nowInactive: (name: string) => `“${name}” is inactive: only signed-in users can read its items.`,
  itemsFirst: (count: string): Forms => ({
    one: `${count} item must be deleted or moved first, also archived ones.`,
    other: `${count} items must be deleted or moved first, also archived ones.`,
  }),
  deleteQuestion: (name: string) => `Delete the collection “${name}”?`,
  hasNoItems: 'It has no items.',
  trashLost: (count: string): Forms => ({
    one: `${count} deleted item in the trash can then no longer be restored.`,
    other: `${count} deleted items in the trash can then no longer be restored.`,
  }),
  accessLost:
    'Roles and API tokens that name it lose their meaning, also if a new collection gets the same name.',
  deleted: (name: string) => `“${name}” is deleted.`,
  hideInstead: 'To hide them and keep them, deactivate the collection instead.',
  amongAll: 'The list of an inactive collection is empty: its items are among all items.',
  notYet: (name: string) => `“${name}” cannot be deleted yet`,
  showItems: 'Show its items',
  showAllItems: 'Show all items',
};

/** Words that more than one screen shows, with the same meaning. */
const common = {
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  add: 'Add',
  close: 'Close',
  done: 'Done',
  undo: 'Undo',
  edit: 'Edit',
  copy: 'Copy',
  copied: 'Copied',
  restore: 'Restore',
  tryAgain: 'Try again',
  goBack: 'Go back',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  /** Answers. */
  yes: 'Yes',
  no: 'No',
  /** Columns, fields of forms and filters. */
  name: 'Name',
  title: 'Title',
  slug: 'Slug',
  type: 'Type',
  state: 'State',
  status: 'Status',
  role: 'Role',
  author: 'Author',
  language: 'Language',
  collection: 'Collection',
  created: 'Created',
  updated: 'Updated',
  expires: 'Expires',
  actions: 'Actions',
  password: 'Password',
  emailAddress: 'Email address',
  /** Screens. */
  content: 'Content',
  collections: 'Collections',
  media: 'Media',
  languages: 'Languages',
  users: 'Users',
  settings: 'Settings',
  schedule: 'Schedule',
  redirects: 'Redirects',
  webhooks: 'Webhooks',
  comments: 'Comments',
  yourAccount: 'Your account',
  saved: 'Saved.',
};

/** What the components say by themselves. */
const components = {
  /** @param what is loading: “the users”. */
  loading: (what: string) => `Loading ${what} …`,
  notLoaded: 'This could not be loaded',
  loadsOnReconnect: 'It loads by itself once the connection is back.',
  forbidden: {
    title: 'Your role does not include this',
    text: 'An administrator can change your role, or give you a role in a single collection.',
  },
  factorNeeded: {
    title: 'Set up a second factor first',
    text: 'Your role needs one. Until your account has it, you can open no other screen.',
    setUp: 'Set it up in your account',
  },
  withApi: 'With the API',
  apiCall: 'API call',

  justNow: 'just now',
  expiry: {
    never: 'Never expires',
    expired: 'Expired',
    /** @param time “in 3 days”. */
    expires: (time: string) => `Expires ${time}`,
  },
  statuses: { draft: 'Draft', published: 'Published', archived: 'Archived' },
  /** After the number of items with a status. */
  statusUnits: {
    draft: (): Forms => ({ one: 'Draft', other: 'Drafts' }),
    published: (): Forms => ({ other: 'Published' }),
    archived: (): Forms => ({ other: 'Archived' }),
  },
  private: 'Private',
  /** After the name of a collection. */
  privateSuffix: '(private)',

  typeToConfirm: (typed: string) => `Type ${typed} to confirm`,
  storedIt: 'I have stored it',
  copied: 'Copied.',
  cannotCopy: 'The browser does not allow copying here. Select the text and copy it.',
  copyThe: (label: string) => `Copy ${label}`,
  dismiss: 'Dismiss',

  compared: {
    added: (label: string) => `${label}: added`,
    removed: (label: string) => `${label}: removed`,
    showAll: (label: string) => `Show all of ${label}`,
  },

  fieldsToChange: (count: string): Forms => ({
    one: 'One field needs a change',
    other: `${count} fields need a change`,
  }),
  required: '(required)',
  results: 'Results',
  password: {
    atLeast: (characters: number) => `At least ${characters} characters`,
    atMost: (bytes: number) => `At most ${bytes} bytes`,
    /** After a rule, for screen readers. */
    met: ': met.',
    notMet: ': not met.',
    show: 'Show',
    showPassword: 'Show the password',
    hide: 'Hide',
    hidePassword: 'Hide the password',
  },

  rows: {
    drag: 'Drag to reorder',
    moveUp: (name: string) => `Move up: ${name}`,
    moveDown: (name: string) => `Move down: ${name}`,
  },
  pages: {
    label: 'Pages',
    previous: 'Previous',
    page: (page: string) => `Page ${page}`,
    next: 'Next',
  },
  selectAll: 'Select all on this page',
  select: (name: string) => `Select ${name}`,

  sessions: {
    label: 'Sessions',
    program: 'Program',
    current: '(this session)',
    address: 'Address',
    unknown: 'Unknown',
    signedInWith: 'Signed in with',
    signedIn: 'Signed in',
    lastSeen: 'Last seen',
    accuracy: 'Accurate to ten minutes',
    end: 'End',
    endOf: (program: string) => `End the session of ${program}`,
  },
  unknownProgram: 'Unknown program',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  signIn: {
    identityProvider: 'Identity provider',
    withCode: (method: string) => `${method} and code`,
    nothingYet: 'Nothing yet',
  },
};

/** What two people changed at once. `who` is a name or one of `saving.saver`. */
const conflict = {
  outdated: 'The published version has changed',
  changedByYou: 'You changed this item in another tab',
  changedBy: (who: string) => `${who} changed this item`,
  saved: (who: string, age: string) => `${who} saved ${age}.`,
  published: (who: string, age: string) => `${who} published ${age}.`,
  changedThis: (who: string, age: string) => `${who} changed this ${age}.`,
  somebodySaved: (time: string) => `Somebody else saved at ${time}.`,
  somebodyPublished: (time: string) => `Somebody else published at ${time}.`,
  both: (parts: string) => `You both changed ${parts}: choose whose version stays.`,
  fields: (count: string): Forms => ({ one: 'one field', other: `${count} fields` }),
  blocks: (count: string): Forms => ({ one: 'one block', other: `${count} blocks` }),
  blockOrder: 'the order of blocks',
  canEdit: 'A text can be changed then.',
  restTaken: 'Everything else that was changed is taken over.',
  later: 'Decide later',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepBoth: 'Keep both, mine first',
  result: 'Result',
  empty: '(empty)',
  removed: '(removed)',
  /** Names the two texts for screen readers. */
  mine: (field: string) => `${field}: mine`,
  theirs: (field: string) => `${field}: theirs`,
  /** Names of the parts of a field of blocks. */
  orderIn: (field: string) => `${field}, order of the blocks`,
  blockIn: (field: string, place: string, block: string) => `${field}, block ${place}, ${block}`,
  moved: (block: string) => `${block}: moved`,
  place: (place: string) => `Block ${place}`,
};

/** The list of content: its filters, pages, and what it says when it is empty. */
const contentList = {
  /** What is loading. */
  content: 'content',
  newItem: 'New item',
  newItemIn: 'New item in',
  unpublishedChanges: 'Unpublished changes',

  search: 'Search',
  searchedTexts: 'Search titles and texts',
  filters: 'Filters',
  filtersChosen: (count: string) => `Filters (${count})`,
  allStatuses: 'All statuses',
  allLanguages: 'All languages',
  allAuthors: 'All authors',
  onlyMine: 'Only mine',
  /** Why the list has the items of all authors. */
  allAuthorsInQuery: 'With filters or another order, the list has all authors.',
  allAuthorsInSearch: 'A search has the items of all authors.',

  items: (count: string): Forms => ({ one: `${count} item`, other: `${count} items` }),
  matches: (count: string): Forms => ({ one: `${count} match`, other: `${count} matches` }),
  selectAllMatches: (count: string) => `Select all ${count} matches`,
  selectOwnMatches: 'Select all matches that you may change',
  /** @param count how many matches there are among the newest items. */
  searchLimit: (count: string) =>
    `More items have these words than a search looks at. These are matches among the newest ${count}: another word finds older ones.`,
  /** “51–100 of 1,204”. */
  range: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,

  empty: {
    noMatch: 'No item matches',
    clearFilters: 'Clear the filters',
    howSearchWorks: 'The search looks for all words in the title and in the text of an item.',
    noneWithFilters: 'There are items, but none with these filters.',
    noContent: 'No content yet',
    noItemsIn: (collection: string) => `No items in ${collection} yet`,
    whatItemsAre:
      'Items are the texts and data that your site reads through the API. Each belongs to a collection, which says what fields it has.',
    searchAll: 'Search all content',
    /** @param places a collection, a status, a language. @param count how many match without them. */
    foundElsewhere: (places: string, count: string) => `0 in ${places} · ${count} in all content.`,
    nothingInLanguage: (language: string) => `Nothing in ${language} yet`,
    showAllLanguages: 'Show all languages',
    toTranslate: 'What there is to translate',
    whenInLanguage:
      'Items of localised collections appear here once they are written in this language, or translated into it.',
  },

  views: {
    label: 'Views',
    save: 'Save this view',
    manage: 'Rename and delete views',
    nameNeeded: 'A view needs a name.',
    nameTaken: 'Another view has this name.',
    saved: (name: string) => `The view “${name}” is saved.`,
    replace: 'Replace',
    willReplace: 'There is a view of this name. It will show this list instead.',
    whatIsSaved: 'The collection, the filters, the order and the columns.',
    share: 'Others can use it',
    whatSharingDoes: 'All users find the view in their list, with your name.',
    /** Beside a view that the user shares. */
    shared: 'shared',
    sharedBy: (owner: string) => `Shared by ${owner}`,
    /** Beside a view whose owner’s account was deleted. */
    ownerless: 'Of a deleted account',
    /** The name of a view that was opened, while the list shows something else. */
    changed: (name: string) => `${name} (changed)`,
    update: (name: string) => `Update “${name}”`,
    updated: (name: string) => `The view “${name}” shows this list now.`,
    none: 'There are no saved views.',
    nameOf: (name: string) => `Name of ${name}`,
    delete: (name: string) => `Delete the view ${name}`,
    deleted: (name: string) => `The view “${name}” was deleted.`,
    deleteQuestion: (name: string) => `Delete the view “${name}”?`,
    deletesForAll: 'Nobody can use it any more, also not who saved it.',
    deleteShared: 'Delete the view',

    /** Beside a view that the service does not have. */
    inThisBrowser: 'only in this browser',
    onlyHere:
      'Views are now kept in your account. Those that you saved before are only in this browser.',
    move: (count: string): Forms => ({
      one: `Keep your view for all your browsers`,
      other: `Keep your ${count} views for all your browsers`,
    }),
    moved: (count: string): Forms => ({
      one: 'The view is in your account.',
      other: `${count} views are in your account.`,
    }),
    notNow: 'Not now',
  },
};

const dashboard = {
  title: 'Dashboard',
  whatItems: 'items',
  whatCounts: 'the counts',
  whatHealth: 'the health',
  recent: 'Recent changes',
  noRecent: 'Nothing has changed yet.',
  allContent: 'All content',
  /** Before a time. */
  changedBy: (name: string) => `${name}, `,
  drafts: 'Your drafts',
  noDrafts: 'You have no drafts.',
  allDrafts: 'All your drafts',
  changes: 'My unpublished changes',
  publishedSince: 'The published version has changed since',
  byStatus: 'Content by status',
  byStatusOf: (collection: string) => `${collection} by status`,
  continue: 'Continue writing',
  mentions: (count: string) => `You were mentioned (${count})`,
  somebody: 'Somebody',
  failedChanges: 'Planned changes that failed',
  toSchedule: 'The schedule',
  unfinished: {
    title: 'Unfinished in this browser',
    discardOld: (count: string) => `Discard ${count} older than 30 days`,
    discardedOld: (count: string) => `${count} unfinished texts were discarded.`,
    tabIsOpen: 'its tab is open',
    discard: (title: string) => `Discard: ${title}`,
    discarded: (title: string) => `“${title}” was discarded.`,
  },
  health: {
    title: 'Health',
    checkAgain: 'Check again',
    database: 'Database',
    keyValue: 'Key-value store',
    storage: 'File storage',
    healthy: 'Healthy',
    degraded: 'Rejects writes',
    unhealthy: 'Unhealthy',
  },
  steps: {
    title: 'First steps',
    close: 'Close the first steps',
    done: '(done)',
    name: 'Name your site',
    giveName: 'Give it a name',
    changeName: 'Change the name',
    collection: 'Pick or create a collection',
    whatCollectionsAre: 'A collection says which fields its items have.',
    hasCollections: (collections: string) => `This service has ${collections}.`,
    editCollections: 'Edit the collections',
    createCollection: 'Create a collection',
    write: 'Write and publish the first item',
    firstItem: {
      draft: (item: ComponentChild): ComponentChildren => [
        item,
        ' is draft. Open it to publish it.',
      ],
      published: (item: ComponentChild): ComponentChildren => [item, ' is published.'],
      archived: (item: ComponentChild): ComponentChildren => [item, ' is archived.'],
    },
    mayNotWrite: 'Authors and editors can do this. Your role reads content.',
    hide: 'Hide drafts from visitors',
    draftsArePublic: 'Anyone can read unpublished content through the API, without an account.',
    draftsAreHidden: 'Visitors find published items only.',
    changeSetting: 'Change the setting',
    read: 'Read it with the API',
    noCommand: 'The command appears here.',
    readsItem: 'This command returns the item, as your site would read it.',
    listsItems: 'This command lists the items of the collection that readers may see.',
    /** What is copied. */
    command: 'command',
  },
};

/** What a webhook has sent. */
const deliveries = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  replaced: 'Replaced',
  cancelled: 'Cancelled',
  status: (status: number | null) => `Status ${status}`,
  noResponse: 'No response',
  onItsWay: 'On its way',
  notSentYet: 'Not sent yet',
  title: 'Deliveries',
  refresh: 'Refresh',
  /** What is being loaded. */
  what: 'the deliveries',
  none: 'Nothing was sent in the last 30 days.',
  event: 'Event',
  lastResult: 'Last result',
  took: 'Took',
  when: 'When',
  sendAgain: 'Send again',
  notSent: 'It was not sent.',
  attempts: 'Attempts',
  lastSent: 'Last sent',
  never: 'Never',
  sentNext: 'Sent next',
  request: 'Request',
  noBody: 'Without a body.',
  requestCode: 'request',
  response: 'Response',
  noResponseYet: 'None.',
  responseCode: 'response',
  earlierAttempts: 'Earlier attempts',
};

/** The form of an item. */
const editor = {
  newItem: 'New item',
  /** The title of the screen until the item is read. */
  item: 'Item',
  /** What is being read, for the spinner. */
  what: 'the item',
  whatCollections: 'the collections',
  /** What does not exist. */
  missing: 'item',
  /** As in “when you open the item again”. */
  unsaved: 'the item',
  /** As in “No content refers to this item.” */
  used: 'this item',
  newOf: (collection: string) => `New: ${collection}`,
  notSavedYet: 'Not saved yet',
  about: 'About this item',
  formView: 'Form view',
  historyCommand: 'History of this item',
  besideText: 'Fields beside the text',
  facts: 'Facts',
  previous: 'Previous item of the list',
  next: 'Next item of the list',
  gone: 'Somebody has deleted this item. What you typed is still here.',
  makeNew: 'Make it a new item',
  goneMovedToNew: 'Somebody has deleted this item. Your text is in a new one.',
  /** A label, as of the other parts of an item. */
  data: 'Data',
  unknownCollection: 'Unknown collection',
  collectionNotFound: 'Collection not found',
  noSuchCollection: (name: string) =>
    `There is no active collection named ${name}, or you may not see it.`,
  chooseAnother: 'Choose another collection',
  noCollections: 'There is no collection for it yet',
  goToCollections: 'Go to the collections',
  whatCollectionsAre: 'A collection says which fields its items have.',
  chooseCollection: 'Choose a collection',
  titleRequired: 'Title (required)',
  slugPlaceholder: 'slug',
  editSlug: 'Edit the slug',
  slugFollows: 'Follows the title until you change it.',
  slugFree: (slug: string) => `Free. It will be stored as ${slug}.`,
  slugTaken: 'Taken. Choose another one.',
  slugTakenBut: (suggestion: string) => `Taken. ${suggestion} is free.`,
  menu: {
    more: 'More actions',
    archive: 'Archive',
    unpublish: 'Unpublish',
    unarchive: 'Unarchive',
    jsonView: 'JSON view',
    compare: 'Compare with published',
    discard: 'Discard changes',
    addNote: 'Add a note',
    changeNote: 'Change the note',
    showApi: 'Show the API',
    duplicate: 'Duplicate',
    copyOf: (title: string) => `${title} (copy)`,
    notDuplicated: (reason: string) => `Not duplicated: ${reason}`,
  },
  mistakes: {
    noTitle: 'Enter a title.',
    slugTaken: 'This slug is taken.',
    /** After the name of the field, or a sentence of its own. */
    shared:
      'is shared with a published translation, whose value readers see: change it there. “Languages” beside the form leads to it',
  },
  json: {
    notAnObject: 'The data must be an object: { … }',
    unfinished: 'The JSON is not finished',
    goOn: 'Go on with the JSON',
    discard: 'Discard the text',
    discarded: 'The JSON was discarded.',
    withoutField: (count: string): Forms => ({
      one: 'One value without a field in the schema',
      other: `${count} values without a field in the schema`,
    }),
    line: (line: string, mistake: string) => `Line ${line}: ${mistake}`,
    value: 'A value is missing here. Texts need double quotes.',
    valueOrEnd: 'A value or ] is missing here. Texts need double quotes.',
    name: 'A name in double quotes is missing here. After the last member there is no comma.',
    nameOrEnd: 'A name in double quotes or } is missing here.',
    otherName: 'The name occurs twice in its object.',
    text: 'This text is not closed, or a character in it needs a backslash.',
    colon: 'A colon is missing after the name.',
    comma: 'A comma or a closing bracket is missing here.',
    end: 'The JSON has ended already.',
    /** In the place of the name of a number. */
    theNumber: 'The number',
    outOfRange: (name: string) => `${name} must be a number between -1.8e308 and 1.8e308.`,
    tooManyDigits: (name: string) =>
      `${name} has more digits than a JSON number keeps; send it as text.`,
  },
  api: {
    title: 'This item in the API',
    notPublic:
      'It is not published: callers without a session see it only while drafts are public.',
    bySlug: 'By slug',
    byId: 'By id',
    withCurl: 'With curl',
    withFetch: 'With fetch',
    response: 'Response',
    /** What is copied. */
    requestBySlug: 'request by slug',
    requestById: 'request by id',
    curlCommand: 'curl command',
    fetchCall: 'fetch call',
    copiedResponse: 'response',
  },
};

/** The forms of the fields of a collection. */
const fieldOptions = {
  blockKeyHint: 'The “type” of such blocks in the API.',
  keyNeeded: 'Give the field a key.',
  typeKeyNeeded: 'Give the type a key.',
  keyTakenChoose: 'Another field has this key. Choose another one.',
  typeKeyTakenChoose: 'Another type has this key. Choose another one.',
  addBlockTitle: 'Add a type of block',
  addFieldTitle: 'Add a field',
  label: 'Label',
  fieldLabelHint: 'What editors see, such as “Reading time”.',
  blockLabelHint: 'What editors see, such as “Quote”.',
  key: 'Key',
  keyHint: 'The name of the value in the API.',
  choices: 'Choices',
  allowedValues: 'Allowed values',
  choicesHint: 'One on each line.',
  allowedValuesHint: 'One on each line. Empty: any value.',
  fewestCharacters: 'Fewest characters',
  mostCharacters: 'Most characters',
  fewestEntries: 'Fewest entries',
  mostEntries: 'Most entries',
  smallestValue: 'Smallest value',
  greatestValue: 'Greatest value',
  fewestBlocks: 'Minimum of blocks',
  mostBlocks: 'Maximum of blocks',
  rules: 'Rules',
  pattern: 'Pattern',
  patternHint: (example: ComponentChild): ComponentChildren => [
    'A regular expression that must be found in the text, such as ',
    example,
    ', without slashes around it. Look-ahead, look-behind and back-references are not possible.',
  ],
  defaultHint: 'The editor fills it into new items.',
  default: 'Default',
  none: 'None',
  asJson: 'As JSON.',
  keyChanged: (key: string) =>
    `Values that are stored under “${key}” stay there: this field does not show them.`,
  required: 'Required',
  requiredHint: 'Items without a value cannot be published. Drafts can be saved.',
  labelHint: 'What editors see. Empty: the key.',
  keyTaken: 'Another field has this key.',
  blockKeyTaken: 'Another type of block has this key.',
  searchAndIndex: 'Search and index',
  inForm: 'In the form',
  hint: 'Hint',
  hintHint: 'A sentence below the field.',
  group: 'Group in the form',
  groupHint: 'Fields with the same group are shown together.',
  advice: 'Advice',
  adviceHint: 'For editors, when a sentence is not enough.',
  width: 'Width',
  widthHint: 'Narrow fields that follow each other share a row on wide screens.',
  widths: { whole: 'Whole row', half: 'Half', third: 'A third' },
  place: 'Place',
  placeHint: 'At the side, it stands in a card beside the others on wide screens.',
  places: { middle: 'In the middle', side: 'At the side' },
  groupFields: 'Fields of the group',
  blockTypes: 'Types of blocks',
  entries: 'Entries',
  entriesTyped: 'Entries have a type',
  entriesTypedHint: 'Without one, an entry can be any value.',
  /** In the place of the name of a group. */
  theEntries: 'the entries',
  fields: 'Fields',
  fieldsOf: (name: string) => `Fields of ${name}`,
  blockTypesOf: (name: string) => `Types of blocks of ${name}`,
  noFields: 'No fields yet. Every item has a title and a slug; fields hold everything else.',
  noBlockTypes: 'No types of blocks yet. Editors choose one of them for each block.',
  noGroupFields: 'No fields in this group yet.',
  addFieldTo: (name: string) => `Add field to ${name}`,
  addBlockTo: (name: string) => `Add type of block to ${name}`,
  addField: 'Add field',
  addBlock: 'Add type of block',
  removeBlockEffect: (key: string) =>
    `Blocks of the type “${key}” stay in the items. An item with one cannot be saved before the block is removed from it.`,
  removeFieldEffect: (key: string) =>
    `Values that are stored under “${key}” stay in the items and in the API, but the editor has no field for them any more.`,
  newBlock: 'New type of block',
  newField: 'New field',
  removeFieldQuestion: (name: string) => `Remove the field “${name}”?`,
  removeBlockQuestion: (name: string) => `Remove the type of block “${name}”?`,
  removeBlock: 'Remove type',
  removeField: 'Remove field',
  removed: (name: string) => `${name} was removed.`,
  /** Marks of a field in the list. */
  isRequired: 'required',
  isShared: 'shared',
  needsChange: 'Needs a change',
  fieldCount: (count: string): Forms => ({ one: `${count} field`, other: `${count} fields` }),
  indexed: 'Indexed',
  indexedListHint: 'Queries find items by the entries of the list, also among many items.',
  indexedHint: 'Queries filter and sort by this field, also among many items.',
  unique: 'Unique',
  uniqueHint: 'No two items of the collection have the same value. Empty values do not count.',
  indexedWith: 'Filter by this field and sort by another',
  indexBuilding: 'Building the index',
  indexReady: 'Index ready',
  indexFailed: 'Index failed',
  indexAfterSave: 'The index is built in the background after you save.',
  indexRetried: (reason: string) => `${reason}. The service tries again after five minutes.`,
  indexRemovedOnSave: 'It is removed when you save.',
  keepBroken: 'Keep it (broken)',
  refuseDeletion: 'Refuse the deletion',
  clearReference: 'Remove the reference',
  referenceHint: 'Editors choose one of its items.',
  chooseCollection: 'Choose a collection',
  onDelete: 'When its item is deleted',
  onDeleteHint: 'Also when it goes to the trash.',
  searchedEntries: 'If not, the search finds no item by the entries.',
  searchedInside: 'If not, the search finds no item by the fields inside.',
  searchedUsually: (type: string) =>
    `The search finds items by the text. Usually on for “${type}”.`,
  searchedRarely: (type: string) =>
    `The search finds items by the text. Usually off for “${type}”.`,
  searched: 'Searched',
  shared: 'Shared by all languages',
  sharedHint:
    'For a price, a date or a picture: an item and its translations always have the same value. A change of one changes all of them.',
  blockKeyNeeded: 'Give the type of block a key.',
};

/** What each type of field is called and what it is for, by the name in the API. */
const fieldTypes = {
  groups: {
    text: 'Text',
    values: 'Numbers, dates, choices',
    links: 'Links and files',
    structure: 'Structure',
  },
  string: { name: 'Line of text', hint: 'A name, a heading, a short label.' },
  textarea: { name: 'Plain text', hint: 'Several lines without formatting.' },
  markdown: { name: 'Markdown', hint: 'Formatted text with links and images.' },
  richtext: { name: 'Rich text', hint: 'Text with markup of your own, such as HTML.' },
  slug: { name: 'Slug', hint: 'Letters and digits joined by hyphens, for URLs.' },
  email: { name: 'Email address', hint: 'Checked for its form only.' },
  url: { name: 'URL', hint: 'An http or https URL, or a path of your site.' },
  color: { name: 'Colour', hint: 'A hexadecimal colour such as #1a2b3c.' },
  number: { name: 'Number', hint: 'Whole or decimal, with limits if you want.' },
  boolean: { name: 'Yes or no', hint: 'A checkbox.' },
  date: { name: 'Date', hint: 'A day without a time.' },
  datetime: { name: 'Date and time', hint: 'A moment, with its time zone.' },
  select: { name: 'Menu', hint: 'One of your choices, from a menu.' },
  radio: { name: 'Radio buttons', hint: 'One of your choices, all visible.' },
  multiselect: { name: 'Several choices', hint: 'Any number of your choices.' },
  media: { name: 'Media', hint: 'An image, a video or a sound of the library.' },
  file: { name: 'File', hint: 'Any file of the library, such as a PDF.' },
  reference: { name: 'Reference', hint: 'Another item, of a collection you choose.' },
  array: { name: 'List', hint: 'Any number of entries of one type.' },
  object: { name: 'Group', hint: 'Several fields that belong together.' },
  blocks: { name: 'Blocks', hint: 'Sections of different types, in the order of the editor.' },
  json: { name: 'JSON', hint: 'Any value. The service does not check it.' },
};

/** The controls of the fields of an item. */
const fields = {
  /** After a label. */
  requiredLabel: (field: string) => `${field} (required)`,
  choose: 'Choose',
  change: 'Change',
  clear: 'Clear',
  clearField: (field: string) => `Clear ${field}`,
  removed: (name: string) => `${name} was removed.`,
  moved: (name: string, position: string, all: string) =>
    `${name} is now at position ${position} of ${all}.`,
  /** An entry of a list, in a message about it. */
  quoted: (entry: string) => `“${entry}”`,
  lists: {
    addTo: (field: string) => `Add to ${field}`,
    addAddress: 'Add an address',
    addAddressTo: (field: string) => `Add an address to ${field}`,
    moveUp: (entry: string) => `Move ${entry} up`,
    moveDown: (entry: string) => `Move ${entry} down`,
    entriesOf: (field: string) => `Entries of ${field}`,
    chipHint: 'Remove. Alt and an arrow key move it.',
    chipsPlaceholder: 'Comma or Enter after each',
  },
  texts: {
    length: (used: string, max: string) => `${used} of ${max} characters`,
  },
  numbers: {
    between: (least: string, most: string) => `From ${least} to ${most}.`,
    atLeast: (least: string) => `At least ${least}.`,
    atMost: (most: string) => `At most ${most}.`,
    noNumber: 'Enter a number, such as 12.5.',
    hasGroups: 'Leave out what separates thousands: 1234, not 1,234.',
    tooManyDigits: 'The number has too many digits to be stored exactly. Keep it in a text field.',
  },
  times: {
    zone: (zone: string) => `Your time zone: ${zone}`,
  },
  choices: {
    none: 'Not chosen',
  },
  colors: {
    choose: (field: string) => `${field}: choose`,
    chooseFirst: (field: string) => `${field}: no colour, choose one`,
    none: 'No colour',
  },
  references: {
    none: 'Nothing chosen',
    loading: 'Loading …',
    broken: (id: string) => `Broken: no item has the id ${id}`,
    brokenHint: 'It was deleted, it is not imported yet, or you may not see it.',
  },
  files: {
    choose: 'Choose a file',
    useAddress: 'Use an address',
    brokenUrl: (url: string) => `Broken: no file has the URL ${url}`,
    brokenId: (id: string) => `Broken: no file has the id ${id}`,
    brokenHint: 'It was deleted, or it is not imported yet.',
    unshown: 'The browser cannot show this image.',
  },
  altText: {
    label: 'Alt text',
    labelIn: (language: string) => `Alt text in ${language}`,
    shown: (text: ComponentChild): ComponentChildren => ['Alt text: ', text],
    missing: 'No alt text',
    change: 'Change the alt text',
    placeholder: 'What does it show?',
    onlyOwn: 'You can describe files that you have uploaded.',
  },
};

/** One file of the library, and the screen with all of them. */
const files = {
  notSaved: (reason: string) => `Your changes were not saved. ${reason}`,
  discardQuestion: 'Discard your changes?',
  discardEffect: (name: string) => `The changes of ${name} are not saved.`,
  discard: 'Discard the changes',
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteEffect:
    'Its URL stops working at once. Content that uses the file is not changed and will miss it. This cannot be undone.',
  referencesBreak: 'References to it break.',
  deleted: (name: string) => `${name} was deleted.`,
  notDeleted: (reason: string) => `The file was not deleted. ${reason}`,
  textsFor: 'Texts for',
  ownTexts: 'Where a language has no texts of its own.',
  fallbackTexts: 'Where a text is empty, that for all languages is used.',
  allLanguages: 'All languages',
  alt: 'Alt text',
  altHint: 'What the image shows, for people who cannot see it. Empty for decoration.',
  caption: 'Caption',
  ownOnly: 'Your role allows you to change only files that you have uploaded.',
  /** What is used. */
  thisFile: 'this file',
  noFolders: 'Folders cannot be uploaded. Open the folder and drop the files in it.',
  copyUrl: 'Copy URL',
  download: 'Download',
  replaceMore: 'Replace …',
  size: 'Size',
  dimensions: 'Dimensions',
  pixels: (dimensions: string) => `${dimensions} pixels`,
  uploaded: 'Uploaded',
  openPdf: 'Open the PDF',
  openFile: 'Open the file',
  backToFocus: 'Back to the focus',
  crop: 'Crop',
  uncrop: 'Show the whole image',
  uncropped: 'Pages show the whole image.',
  cropped: (width: number, height: number) =>
    `Pages show ${width}% by ${height}% of it. The original stays whole.`,
  notShown: 'The browser cannot show this file.',
  focus: 'Focus',
  focusHint: 'What stays visible when a page crops the image. Click the image, or use the sliders.',
  fromLeft: 'From the left',
  fromTop: 'From the top',
  resetFocus: 'Reset to the middle',
  wide: 'Wide',
  square: 'Square',
  percent: (value: number) => `${value}%`,
  folder: 'Folder',
  altNotNeeded: 'Not needed',
  notMoved: (reason: string) => `The files were not moved. ${reason}`,
  dropTo: (folder: ComponentChild): ComponentChildren => [
    'Drop the files to upload them to ',
    folder,
  ],
  view: 'View',
  grid: 'Grid',
  list: 'List',
  noPageTitle: 'No files on this page',
  noPageText: 'The list has fewer pages. Go back to a former page.',
  noMatchTitle: 'No files match',
  noneTitle: 'No files yet',
  noMatchText:
    'Try fewer words, or another folder or filter. Folders exist while they contain files.',
  noneText: 'Images, videos, audio and documents for your content.',
  dropHint: 'Drop files anywhere on this screen, or paste an image.',
  nameHint: 'Downloads get it. The address stays.',
};

/** What in the content is not as it should be. */
const health = {
  title: 'Content health',
  problems: 'Problems',
  what: 'the problems',
  broken: 'Broken references',
  brokenHint:
    'References to an item or a file that does not exist. Choose another target in the item, or remove the reference.',
  noBroken: 'No broken references',
  unpublished: 'Unpublished targets',
  unpublishedHint:
    'Published items that refer to items which readers do not see. Publish the target, or choose another one.',
  noUnpublished: 'No unpublished targets',
  withoutAlt: 'Missing alt texts',
  withoutAltHint:
    'Images without an alternative text, for people who cannot see them. Choose one to describe it.',
  noneWithoutAlt: 'No missing alt texts',
  unused: 'Unused files',
  unusedHint:
    'Files to which no item refers. Unpublished changes, the trash and the history do not count.',
  noUnused: 'No unused files',
  well: 'All is well',
  wellHint:
    'No reference is broken, readers see everything that published items refer to, every image has an alternative text, and every file is used.',
  goToContent: 'Go to the content',
  noneSoFar: 'Nothing found so far',
  nothingToDo: 'There is nothing to do here.',
  partExamined: 'The search has examined a part of the content.',
  findMore: 'Find more',
  references: 'References',
  item: 'Item',
  field: 'Field',
  refersTo: 'Refers to',
  file: 'File',
};

/** The versions of an item, in the editor. */
const history = {
  title: 'History',
  /** What is being read, for the spinner. */
  what: 'the history',
  restore: 'Restore this version',
  restoreAsChanges: 'Restore as unpublished changes',
  empty: 'There are no versions yet. Each save adds one, as long as the service keeps a history.',
  all: 'All versions',
  versions: 'Versions',
  noAuthor: 'No author',
  autosaved: (author: string) => `${author}, autosaved`,
  older: 'Show older versions',
  created: 'Created',
  changedAndMore: (labels: string, more: string) => `${labels} and ${more} more`,
  /** What a version is compared with. */
  comparison: 'Comparison',
  sinceThen: 'Since then',
  whatItChanged: 'What it changed',
  whatVersion: 'the version',
  whatPrevious: 'the version before it',
  now: 'Now',
  before: 'Before',
  inThisVersion: 'In this version',
  sameAsForm: 'The form shows the same.',
  readingPrevious: 'The version before it is being read.',
  noPrevious: 'The history does not have the version before it.',
  nothing: 'Nothing.',
  noText: 'No text and no value.',
  statusChange: (before: string, after: string) => `Status: ${before} → ${after}`,
};

/** Invitations, and the links with a secret that are shown once. */
const invitations = {
  title: 'Open invitations',
  /** What is loading. */
  theInvitations: 'the invitations',
  none: 'Nobody is invited at the moment.',
  email: 'Email',
  mail: 'Mail',
  mailHint: 'Whether the mail server has taken the mail with the link',
  sent: 'Mail sent',
  notSent: 'No mail sent',
  expiry: 'Expiry',
  newLink: 'New link',
  newLinkFor: (email: string) => `Make a new link for ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawQuestion: (email: string) => `Withdraw the invitation of ${email}?`,
  linkEnds: 'Its link does not work any more. You can invite the address again.',
  withdrawn: (email: string) => `The invitation of ${email} was withdrawn.`,

  dialog: {
    title: 'Invite somebody',
    lifetimes: { '1d': 'In one day', '7d': 'In 7 days', '30d': 'In 30 days' },
    emailTaken: 'A user has this email address already.',
    emailNeeded: 'Enter an email address.',
    failed: 'Nobody was invited.',
    earlierEnds: 'An earlier invitation of this address ends.',
    theCollections: 'the collections',
    invite: 'Invite',
  },
  link: {
    label: 'Link',
    shownOnce: 'It is not shown again.',
    worksUntil: (time: string) => `The link works once, until ${time}.`,
    invitationOf: (email: string) => `The invitation of ${email}`,
    invitationAdvice:
      'If this service sends mail, the address gets this link. Otherwise copy it and pass it on, to nobody else: whoever has it can make the account.',
    resetFor: (name: string) => `The link for ${name}`,
    resetAdvice:
      'Pass it on to the user, and to nobody else: whoever has it can set the password. It ends earlier links.',
  },
};

/** The comments on an item. */
const itemComments = {
  /** On the button that opens them. */
  openThreads: (count: string) => `Comments: ${count} open`,
  show: 'Show the comments',
  hide: 'Hide the comments',
  /** Beside the label of a field. */
  openComments: (count: string): Forms => ({
    one: `${count} open comment`,
    other: `${count} open comments`,
  }),
  noThreads: 'Nobody has commented on this item yet.',
  allResolved: 'All threads are resolved.',
  /** The filter. */
  resolved: 'Resolved',
  /** Where a comment is written. */
  onItem: 'Comment on the item',
  onPassage: 'Comment on the passage',
  about: (field: string) => `About ${field}`,
  aboutItem: 'About the whole item',
  placeholder: (label: string) => `${label}. @ mentions somebody.`,
  people: 'People',
  send: 'Comment',
  /** On the button beside a selected passage; `key` is Ctrl or ⌘. */
  commentOn: (key: string) => `Comment (${key} + Alt + M)`,
  /** Added to the name of the button that opens them: a comment was typed and not sent. */
  unsent: 'one is not sent',
  notSent: (reason: string) => `Not sent: ${reason}`,
  /** A comment. */
  edited: 'edited',
  editLabel: 'Edit the comment',
  deleted: 'The comment was deleted.',
  notDeleted: (reason: string) => `Not deleted: ${reason}`,
  /** An author or a person who is mentioned, but not known. */
  unknownAuthor: 'Somebody',
  unknownPerson: 'somebody',
  /** A thread. */
  goTo: 'Go to',
  reply: 'Reply',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolvedBy: (person: ComponentChild, time: ComponentChild): ComponentChildren => [
    'Resolved by ',
    person,
    ' ',
    time,
  ],
  resolvedByUnknown: 'somebody',
  notChanged: (reason: string) => `Not changed: ${reason}`,
};

/** An item and its translations, in the editor. */
const itemLanguages = {
  what: 'the languages',
  thisItem: 'This item',
  outdated: 'Outdated',
  missing: 'Missing',
  onceSaved: 'Translations can be made once the item is saved.',
  readOnly: 'You can read this item. Your role does not include editing it.',
  readOnlyIn: (language: string, others: string) =>
    `You can read this item. Your role does not include editing items in ${language}: in this collection, it holds for ${others}.`,
  change: {
    title: 'Change the language',
    explanation:
      'For an item that has the wrong language. Its text stays as it is: to translate it, create a translation instead.',
    offered: 'Those that no translation of the item has.',
    notAllowed: 'Your role does not include editing items in another language that is free.',
    allTaken: 'The item has a translation in every other language.',
    done: (language: string) => `The language of the item is ${language} now.`,
  },
  join: {
    action: 'Join with a translation',
    /** What is chosen. */
    other: 'an item that says the same',
    done: 'The items are translations of each other now.',
    differ: 'They have different values of shared fields',
    differing: (fields: string) =>
      `All translations of an item have the same value in shared fields. These differ: ${fields}. If you go on, all get the values of this item. To take those of the other one, open that one and join it from there.`,
    takeValues: 'Take the values of this item',
  },
  leave: {
    action: 'Take out of the translations',
    question: 'Take this item out of its translations?',
    explanation: 'It becomes an item on its own. The others stay together, and nothing is deleted.',
    confirm: 'Take it out',
    done: 'The item is no translation of the others now.',
  },
  shared: {
    byAll: 'Shared by all languages.',
    changeIn: (languages: string) =>
      `Shared by all languages. Readers see its value: change it in ${languages}.`,
    publishingChanges: (count: string): Forms => ({
      one: `Shared by all languages: publishing a change also changes ${count} translation.`,
      other: `Shared by all languages: publishing a change also changes ${count} translations.`,
    }),
    savingChanges: (count: string): Forms => ({
      one: `Shared by all languages: saving a change also changes ${count} translation.`,
      other: `Shared by all languages: saving a change also changes ${count} translations.`,
    }),
  },
  source: {
    title: 'Source',
    what: 'the source',
    /** At the start of a sentence, in the place of the name of a language. */
    unnamed: 'The source',
    changed: (source: string, fields: string) =>
      `${source} has changed since it was translated: ${fields}.`,
    upToDate: (source: string) => `Translated from ${source}, and up to date.`,
    show: 'Show the source',
    hide: 'Hide the source',
    confirm: 'It is up to date',
    confirmed: 'The translation is up to date.',
    open: 'Open it',
    openIn: (language: string) => `Open it in ${language}`,
    changes: 'Changed since it was translated',
    notInHistory:
      'The history does not have the version from then any more, so the words cannot be compared.',
    before: 'Then',
    now: 'Now',
  },
};

/** The library of files: on its screen, and where a file is chosen. */
const library = {
  search: 'Search files',
  searchedTexts: 'Name, alt text, caption',
  filters: 'Filters',
  noAlt: 'No alternative text',
  files: (count: string): Forms => ({ one: `${count} file`, other: `${count} files` }),
  moreThan: (files: string) => `More than ${files}`,
  /** The kinds of files, as filters. */
  images: 'Images',
  videos: 'Videos',
  audio: 'Audio',
  documents: 'Documents',
  listName: 'Files',
  noAltText: 'No alt text',
  select: (name: string) => `Select ${name}`,
  chooseImage: 'Choose an image',
  chooseVideo: 'Choose a video',
  chooseAudio: 'Choose an audio file',
  chooseDocument: 'Choose a document',
  chooseFile: 'Choose a file',
  noneHere: 'No files here',
  noneHereText: 'Upload a file, use fewer words, or choose another folder.',
  notChanged: (count: string): Forms => ({
    one: `${count} file did not change.`,
    other: `${count} files did not change.`,
  }),
  moved: (count: string, folder: string): Forms => ({
    one: `${count} file moved to ${folder}.`,
    other: `${count} files moved to ${folder}.`,
  }),
  notMovedBack: 'The files were not moved back. Try again.',
  movedBack: (count: string): Forms => ({
    one: `${count} file moved back.`,
    other: `${count} files moved back.`,
  }),
  deleted: (count: string): Forms => ({
    one: `${count} file deleted.`,
    other: `${count} files deleted.`,
  }),
  /** What can be dragged of a crop. */
  cropHandles: {
    all: 'The part that is shown',
    'top left': 'Corner at the top left',
    'top right': 'Corner at the top right',
    'bottom left': 'Corner at the bottom left',
    'bottom right': 'Corner at the bottom right',
  },
  cropHelp: (width: number, height: number) =>
    `${width}% by ${height}% of the image. Arrow keys move it; with Shift, further.`,
  folder: 'Folder',
  folderHint: 'One that exists, or a new one. A slash makes a folder in a folder.',
  allFolders: 'All folders',
  folders: 'Folders',
  filesUnit: (): Forms => ({ one: 'file', other: 'files' }),
  /** What is being loaded. */
  what: 'the files',
  folderError: (reason: string) => `The name of the folder ${reason}.`,
  moveTitle: (count: string): Forms => ({
    one: `Move ${count} file`,
    other: `Move ${count} files`,
  }),
  move: 'Move',
  selectedFiles: 'Selected files',
  describe: 'Describe',
  selectNone: 'Select none',
  deleteQuestion: (count: string): Forms => ({
    one: `Delete ${count} file?`,
    other: `Delete ${count} files?`,
  }),
  deleteEffect:
    'Their URLs stop working at once. Content that uses them is not changed and will miss them. This cannot be undone.',
  someAreUsed: (count: string): Forms => ({
    one: `${count} of these files is used.`,
    other: `${count} of these files are used.`,
  }),
  referencesBreak: 'References to them break.',
  usedFiles: 'Files that are used',
  notChecked: (count: string): Forms => ({
    one: `Whether ${count} more file is used was not checked.`,
    other: `Whether ${count} more files are used was not checked.`,
  }),
  selected: (count: string) => `${count} selected`,
};

/** The languages in which content is written. */
const localeSettings = {
  card: {
    change: 'Change the languages',
    add: 'Add languages',
    none: 'Content can have translations once the service has languages.',
  },
  explanation:
    'With languages, a collection can be localised: each of its items is written in one language then, and can have translations, which are published one by one. You switch this on in each collection.',
  unsaved: 'Unsaved changes',
  saved: 'The languages are saved.',
  /** What is loading, or has changes. */
  theLanguages: 'the languages',
  /** One without a name. */
  theLanguage: 'The language',
  removed: (name: string) => `${name} was removed from the list.`,
  moved: (name: string, position: string, count: string) =>
    `${name} is now at position ${position} of ${count}.`,
  emptyTitle: 'The service has no languages',
  emptyText:
    'Content is written in whatever language you like, and nothing says in which one. Add the languages of your website, and items get translations.',
  order: 'In this order',
  firstIsDefault: 'The first one is the default: new items are written in it.',

  add: {
    title: 'Add a language',
    placeholder: 'German, Deutsch or de-CH',
    notFound:
      'No language has this name. A code finds every language: two or three letters, with a script or a region if needed, such as zh-Hant or pt-BR.',
  },
  row: {
    default: 'Default',
    needsChange: 'Needs a change',
    rightToLeft: 'right to left',
    leftToRight: 'left to right',
    nameHint: 'For people who write. Empty: the code.',
    code: 'Code',
    codeHint:
      'In the API: a language, with a script or a region if needed, such as de, pt-BR or zh-Hant.',
    renamedHint: (code: string) =>
      `Everything in “${code}” gets this code when you save. URLs with “${code}” find nothing then.`,
    searchLanguage: 'Language of the search',
    searchLanguageHint:
      'With a language, other forms of a word are found too, in texts of this language.',
    thatOfSite: 'That of the site',
  },
  fallback: {
    label: 'Shown where a translation is missing',
    none: 'Nothing: what is not translated does not exist for readers of this language.',
    hint: 'The first one that has the text. Each website can ask for others.',
    chain: 'Shown instead, in this order',
    earlier: (name: string) => `Earlier: ${name}`,
    remove: (name: string) => `Not instead: ${name}`,
    noOther: 'No other language',
    add: 'Add …',
    newLanguage: 'New language',
  },

  codes: {
    changeOne: 'Change the code of a language?',
    changeSeveral: 'Change codes of languages?',
    becomes: (from: string, to: string) => `“${from}” becomes “${to}”`,
    /** @param changes “de” becomes “de-DE”. */
    text: (changes: string) =>
      `${changes}, with all items. Websites that ask for the old code get an error, and programs that follow the changes read everything again.`,
    action: 'Change and save',
  },
  outdated: {
    title: 'The languages have changed meanwhile',
    text: 'Somebody else has saved them since you opened this page. To go on, load their list: your changes here are lost then.',
    load: 'Load their list',
  },
  inUse: {
    cannotRemove: (name: ComponentChild): ComponentChildren => [name, ' cannot be removed.'],
    text: 'A language can be removed once no item has it, deleted ones in the trash included, and no localised collection has it as its base. To change only its code, put it back and edit it.',
    putBack: 'Put it back',
    showItems: 'Show its items',
  },
};

/** The dialog that opens screens, collections and items by name. */
const palette = {
  title: 'Go to',
  label: 'Screen, collection or item',
  placeholder: 'Screen, collection, or words of an item',
  nothingFound: 'Nothing has this name, and no item these words.',
  newItem: (collection: string) => `New item in ${collection}`,
  kinds: {
    screen: 'Screen',
    command: 'Command',
    collection: 'Collection',
    privateCollection: 'Private collection',
    singleton: 'Singleton',
    privateSingleton: 'Private singleton',
    create: 'Create',
  },
};

/** The plugins, with the cache, and the hooks. */
const plugins = {
  purgeQuestion: 'Purge the cache?',
  purgeEffect:
    'Every cached response becomes invalid, on all instances. The next reads take longer, because they come from the database. No content is lost.',
  purge: 'Purge',
  purged: 'The cache is purged.',
  statistics: 'Statistics',
  /** What is being loaded. */
  whatStatistics: 'the statistics',
  refresh: 'Refresh',
  hitRate: 'Hit rate',
  noReads: 'No reads yet',
  fromCache: 'From the cache',
  fromDatabase: 'From the database',
  inMemory: 'In memory',
  countedSince: 'Counted since',
  countedBy: 'Of the process that answered: each instance and worker counts for itself.',
  memoryUse: (entries: string, bytes: string): Forms => ({
    one: `${entries} entry, ${bytes}`,
    other: `${entries} entries, ${bytes}`,
  }),
  /** What a hook runs before. */
  itemCreated: 'an item is created',
  itemChanged: 'an item is changed',
  itemPublished: 'an item is published',
  itemUnpublished: 'an item is unpublished',
  itemDeleted: 'an item is deleted',
  fileUploaded: 'a file is uploaded',
  fileDeleted: 'a file is deleted',
  hooks: 'Hooks',
  noHooks: 'No hooks are installed.',
  hooksText: (file: ComponentChild): ComponentChildren => [
    'Hooks can block an operation, or change what it stores. They are part of the configuration file ',
    file,
    ', and a change needs a restart.',
  ],
  runsBefore: (operations: string) => `Runs before ${operations}.`,
  cachePurpose: 'Answers public reads from memory, and can limit how often each client reads.',
  nowOn: (title: string) => `${title} is on.`,
  nowOff: (title: string) => `${title} is off.`,
  on: 'On',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  settingsSaved: (title: string) => `The settings of ${title} are saved.`,
  /** What is not saved yet. */
  settingsOf: (title: string) => `the settings of ${title}`,
  emptyDefault: 'An empty field gets its default.',
  title: 'Plugins',
  about:
    'A plugin is turned on and set here, and a change applies at once, on every instance. Hooks are code of the operator: they are listed so that everybody knows what they decide.',
  /** What is being loaded. */
  what: 'the plugins',
};

/** The other people who have an item open. The plural goes by how many they are. */
const presence = {
  alsoHere: (names: string) => `Also here: ${names}`,
  here: (names: string): Forms => ({ one: `${names} is here`, other: `${names} are here` }),
  writing: (names: string): Forms => ({
    one: `${names} is writing`,
    other: `${names} are writing`,
  }),
};

/** The page of the website that shows an item. */
const preview = {
  title: 'Page preview',
  show: 'Show the page preview',
  hide: 'Hide the page preview',
  what: 'the page',
  page: 'Page of the item',
  notSaved: 'Not saved yet',
  afterFirstSave: 'The page can show the item as soon as you have saved it for the first time.',
  width: 'Width of the page',
  desktop: 'Desktop',
  tablet: 'Tablet',
  phone: 'Phone',
  pixels: (device: string, pixels: string) => `${device}, ${pixels} pixels`,
  reload: 'Load the page again',
  openPage: 'Open the page in a new tab',
  noUrl: 'No preview URL',
  noUrlAnyMore: 'The collection does not say any more where its items are shown.',
  ofOther: 'This belongs to another item.',
  openOther: 'Open it',
  open: 'Open it in a new tab',
  notShown: 'The page is not shown here',
  ownOrigin: (origin: string) =>
    `It has the same origin as the admin, ${origin}. In a frame it could act in your name.`,
  insecure: 'The admin is open over https. Browsers then show only pages over https in it.',
  notAllowedYet: 'The page is not allowed here yet',
  newerUrl:
    'The preview URL of the collection is newer than this page of the admin, which loads itself again once everything is saved.',
  loadAdmin: 'Load the admin again',
  otherOrigin: 'The page led to another origin',
  onlyOrigin: (allowed: string, origin: string) =>
    `Only pages of ${allowed} are shown here, and this one is of ${origin}. If it is the right one, change the preview URL of the collection.`,
  links: {
    title: 'Links to the preview',
    copy: 'Copy a link',
    hint: 'Anyone with the link can see the saved item.',
    copyFor: {
      '1h': 'Copy a link for 1 hour',
      '1d': 'Copy a link for 1 day',
      '7d': 'Copy a link for 7 days',
      '30d': 'Copy a link for 30 days',
    },
    noUrl: 'The collection has no preview URL any more',
    copied: (time: string) => `Link copied. It works until ${time}.`,
    failed: (reason: string) => `No link: ${reason}`,
    one: 'Link to the preview',
    worksUntil: (time: string) => `It works until ${time}, also without an account.`,
    /** What is copied. */
    link: 'link',
    revokeAll: 'Revoke all links',
    question: 'Revoke all links to this item?',
    explanation: 'All links to this item stop working, including those that other people copied.',
    revoke: 'Revoke links',
    revoked: 'The links no longer work.',
    notRevoked: (reason: string) => `Not revoked: ${reason}`,
  },
};

/** The user's own account. */
const profile = {
  explanation:
    'Your names are shown beside the items that you write. An administrator can change your email address and your role, set a new password if you have forgotten yours, and remove your second factor if you have lost your app and the recovery codes.',
  identityProvider: 'the identity provider',
  anIdentityProvider: 'an identity provider',

  names: {
    title: 'You',
    firstName: 'First name',
    lastName: 'Last name',
    username: 'Username',
    usernameHint: 'Shown beside your items. Unique regardless of case.',
    usernameTaken: 'Another account has this username. Choose another one.',
    saved: 'Your names are saved.',
    /** What has changes. */
    yourNames: 'your names',
  },
  password: {
    none: (provider: ComponentChild): ComponentChildren => [
      'Your account has no password: you sign in with ',
      provider,
      '. An administrator can set one.',
    ],
    whatItEnds:
      'A new password ends all your other sessions and the trust in browsers. This session goes on.',
    current: 'Current password',
    new: 'New password',
    change: 'Change password',
    changed: 'The password is changed. All your other sessions have ended.',
    wrong: 'This is not your current password. Try again.',
  },
  language: {
    title: 'Language of the admin',
    asBrowser: 'As the browser',
    change: 'Change language',
    reloads: 'For this browser only. The admin loads again.',
  },
  identity: {
    title: 'Identity provider',
    connected: 'Connected',
    notConnected: 'Not connected',
    canSignIn: (provider: ComponentChild): ComponentChildren => [
      'You can sign in to this account with ',
      provider,
      '.',
    ],
    noProvider: 'At the moment, this service has no identity provider.',
    whyConnect: (provider: ComponentChild): ComponentChildren => [
      'Connect your account to sign in with ',
      provider,
      '. You are asked to sign in there, and come back.',
    ],
    connect: 'Connect',
    disconnect: 'Disconnect',
    disconnectQuestion: (provider: string) => `Disconnect ${provider}?`,
    afterDisconnecting: 'You sign in with your password from then on. Your sessions stay.',
    disconnected: (provider: string) => `Your account is disconnected from ${provider}.`,
    lastWay:
      'This is the only way in which you can sign in. Ask an administrator for a password first.',
  },
  sessions: {
    title: 'Your sessions',
    explanation:
      'A session lasts up to 24 hours. If you do not know one, or have signed in on a device that is not yours, end it. Then change your password if it may be known to others.',
    none: 'You have no sessions.',
    /** What is loading. */
    yourSessions: 'your sessions',
    endQuestion: 'End this session?',
    mustSignIn: (program: string) => `${program} must sign in again.`,
    end: 'End session',
    ended: 'The session has ended.',
    endOthersQuestion: 'End your other sessions?',
    othersMustSignIn:
      'Every other browser and script that is signed in with your account must sign in again. This session goes on.',
    endOthers: 'End other sessions',
    othersEnded: 'Your other sessions have ended.',
  },
};

/** The conditions, the order and the columns of a list of content. */
const query = {
  label: 'Filters and columns',
  addFilter: 'Add filter',
  changeFilter: (filter: string) => `Change the filter: ${filter}`,
  removeFilter: (filter: string) => `Remove the filter: ${filter}`,
  waiting: 'The filters and the order apply again without a search.',
  filtersMax: (count: number) => `A list can have ${count} filters.`,
  columns: 'Columns',
  usualColumns: 'Use the usual columns',
  everyItem: 'Every item',
  collectionFields: 'Fields of the collection',
  none: 'None',
  missing: (id: string) => `Missing: ${id}`,

  /** “Price is at least 10”. */
  condition: (field: string, operator: string, value: string) => `${field} ${operator} ${value}`,
  /** “Price has no value”. */
  existence: (field: string, operator: string) => `${field} ${operator}`,
  operators: {
    is: 'is',
    isNot: 'is not',
    isOneOf: 'is one of',
    startsWith: 'starts with',
    contains: 'contains',
    isAtOrAfter: 'is at or after',
    isBefore: 'is before',
    isLess: 'is less than',
    isAtMost: 'is at most',
    isMore: 'is more than',
    isAtLeast: 'is at least',
    isOnOrBefore: 'is on or before',
    isAfter: 'is after',
    isOnOrAfter: 'is on or after',
    includes: 'includes',
    includesNot: 'does not include',
    includesOneOf: 'includes one of',
    hasValue: 'has a value',
    hasNoValue: 'has no value',
  },

  dialog: {
    add: 'Add a filter',
    change: 'Change the filter',
    apply: 'Apply',
    field: 'Field',
    onlyIndexed: 'In a collection of this size, lists can be filtered by indexed fields.',
    notIndexed: (field: string) => `${field} (not indexed)`,
    condition: 'Condition',
    value: 'Value',
    values: 'Values',
    severalValues: 'Several values, separated by commas.',
    valueNeeded: 'A filter needs a value.',
    itemNeeded: 'Choose an item.',
    timeZone: (zone: string) => `In the time zone of this browser: ${zone}.`,
    item: 'Item',
    chooseAnother: 'Choose another one',
    itemTitle: 'Title of the item',
    typeTitle: 'Type a part of the title.',
    noItem: 'No item has this title.',
  },

  order: {
    label: 'Order',
    ascending: (field: string) => `${field}, ascending`,
    descending: (field: string) => `${field}, descending`,
    needsCollection: 'Choose a collection to sort by this.',
    bestFirst: 'A search shows the best matches first.',
    severalValues: 'The list cannot be sorted by a field with several values.',
    needsIndex: (field: string) => `To sort by this, mark “${field}” as indexed in the collection.`,
    impossible: 'The list cannot be sorted by this.',
  },

  failure: {
    needsIndex: 'This list needs an index',
    impossible: 'This list cannot be shown',
    administrator: 'An administrator can do this in the collection.',
    openCollection: 'Open the collection',
    newestFirst: 'Show the newest first',
    clearSearch: 'Clear the search',
    clearFilters: 'Clear the filters',
    quoted: (field: string) => `“${field}”`,
    noneIndexed:
      'These filters need another one beside them, on an indexed field: an index cannot find what is not equal, contains a text or has no value.',
    combination: (fields: string) =>
      `The collection has many items. To combine ${fields}, index the first together with the second, or add a filter that finds fewer items.`,
    notReady: (field: string) => `The index of ${field} is not ready. Try again later.`,
    notIndexed: (field: string) =>
      `The collection has many items. Index ${field} to filter or sort by it.`,
    search: 'The search',
    /** @param message of the service: “must be a number”. */
    mistake: (field: string, message: string) => `${field} ${message}.`,
  },
};

/** Groups of fields that are added with one click. */
const readyGroups = {
  title: 'Ready-made groups',
  added: (name: string) => `${name} was added with its fields.`,
  seo: {
    title: 'SEO',
    hint: 'What search engines and social networks show.',
    metaTitle: {
      title: 'Meta title',
      description: 'The title in search results. Empty: the title of the item.',
    },
    metaDescription: {
      title: 'Meta description',
      description: 'One or two sentences below the title in search results.',
    },
    shareImage: {
      title: 'Share picture',
      description: 'Shown where the page is shared; best 1,200 by 630 pixels.',
    },
    noIndex: {
      title: 'Hide from search engines',
      description: 'Asks search engines not to list the page.',
    },
  },
  address: {
    title: 'Address',
    hint: 'Street, postal code, city and country.',
    street: 'Street and number',
    addition: 'Address line 2',
    postalCode: 'Postal code',
    city: 'City',
    region: 'State or region',
    country: 'Country',
  },
  contact: {
    title: 'Contact',
    hint: 'A person with email, phone and website.',
    role: 'Position',
    email: 'Email',
    phone: 'Phone',
    website: 'Website',
  },
  link: {
    title: 'Link',
    hint: 'The text and the address of a button.',
    text: 'Text',
    url: 'Address',
    newWindow: 'Open in a new window',
  },
};

/** Former slugs that lead to content. */
const redirects = {
  what: 'redirects',
  from: 'Former slug',
  to: 'Leads to',
  remove: (from: string) => `Remove the redirect from ${from}`,
  question: (from: string) => `Remove the redirect from “${from}”?`,
  explanation: (from: string, to: string) =>
    `Links to “${from}” find nothing then. The content stays under “${to}”. The redirect cannot be brought back.`,
  removed: (from: string) => `“${from}” leads nowhere now.`,
  notRemoved: (reason: string) => `Not removed: ${reason}`,
  noneHere: 'No redirects here',
  noneHereHint: 'No former slug leads to content of this collection.',
  showAll: 'Show all collections',
  none: 'No redirects yet',
  noneHint:
    'When published content gets another slug, its former slug leads to it, and is listed here.',
  goToContent: 'Go to the content',
};

/** What refers to an item or a file, and the choice of an item to refer to. */
const references = {
  notUsed: 'Not used',
  /** `what` is “this item” or “this file”. */
  noneRefers: (what: string) => `No content refers to ${what}.`,
  title: 'Used in',
  what: 'the items',
  usedIn: (count: string): Forms => ({
    one: `Used in ${count} item`,
    other: `Used in ${count} items`,
  }),
  usedInAtLeast: (count: string): Forms => ({
    one: `Used in at least ${count} item`,
    other: `Used in at least ${count} items`,
  }),
  showAll: 'Show all',
  fileUnreadable: 'The file cannot be read',
  picker: {
    title: (what: string) => `Choose: ${what}`,
    find: 'Find by title',
    what: 'items',
    items: 'Items',
    nothingYet: 'There are no items to choose yet.',
    noMatch: 'No item has this title.',
    create: (collection: string) => `New item in ${collection}`,
  },
};

/** Replaces a file of the library. */
const replaceFile = {
  replaced: 'The file was replaced.',
  notReplaced: (reason: string) => `The file was not replaced. ${reason}`,
  title: (name: string) => `Replace ${name}`,
  replace: 'Replace',
  newFile: 'New file',
  chosen: (name: string, size: string) =>
    `${name}, ${size}. The name, the texts, the focus and the crop stay.`,
  address: 'Address',
  keepAddress: 'Keep the address',
  keepHint:
    'Nothing else changes. Browsers that have seen the old file may show it for up to a year.',
  newAddress: 'Write a new address into all uses',
  newHint:
    'Everybody sees the new file at once. The old one stays in the library, under its old address.',
  newOnly:
    'The file gets a new address, which is written into all uses: files are not sent by this service, so the old address would keep showing the old file. The old one stays in the library.',
  written: (count: string): Forms => ({
    one: `The file was replaced, and its new address written into ${count} item.`,
    other: `The file was replaced, and its new address written into ${count} items.`,
  }),
  keepOld: (count: string): Forms => ({
    one: `${count} item keeps the old one.`,
    other: `${count} items keep the old one.`,
  }),
};

/** The roles, and what each may do. */
const roles = {
  names: { viewer: 'Viewer', author: 'Author', editor: 'Editor', admin: 'Admin' },
  everything: 'everything',
  publicOnly: 'everything but private collections',
  whose: { all: 'everything', own: 'what they created', none: 'nothing' },
  administers:
    'May do everything, also manage users, collections, API tokens, plugins and settings.',
  onlyReads: (what: string) => `Reads ${what}, and changes nothing.`,
  writes: (reads: string, edits: string) =>
    `Reads ${reads}, creates content, uploads files, and edits, publishes and deletes ${edits}.`,
  writesAndDeletes: (reads: string, edits: string, deletes: string) =>
    `Reads ${reads}, creates content, uploads files, edits and publishes ${edits}, and deletes ${deletes}.`,

  inCollections: 'Roles in single collections',
  roleIn: (collection: string) => `Role in ${collection}`,
  languagesIn: (collection: string) => `Languages in ${collection}`,
  removeIn: (collection: string) => `Remove the role in ${collection}`,
  everywhere: 'Every collection has a role.',
  adminEverywhere:
    'An admin is admin in every collection. These roles apply once the role of the user is another one.',
  replaces: (role: string) =>
    `A role here replaces the role ${role} in that collection, to give more rights or fewer. With it, the user also sees the collection if it is private.`,
  saved: (name: string) => `The roles of ${name} in collections were saved.`,
  notSaved: 'The roles were not saved.',
  save: 'Save roles',
  allLanguages: 'All languages',
  keepLanguages: 'Keep these',
  languagesHint:
    'None chosen: the role holds for all items. Otherwise it holds for items in these languages, and the user is viewer in the others. Fields that all languages share can only be changed with the right to all of them.',
};

/** How an item is saved and published. */
const saving = {
  publish: 'Publish',
  publishChanges: 'Publish changes',
  decide: 'Decide',
  running: 'Saving …',
  offline: 'Offline: kept in this browser',
  unsaved: 'Unsaved changes',
  saved: (time: string) => `Saved ${time}`,
  savedNotPublished: (time: string) => `Saved ${time}, not published`,
  notSaved: 'Not saved',
  notSavedBecause: (reason: string) => `Not saved: ${reason}`,
  itemDeleted: 'Not saved: the item was deleted',
  fieldsNeedAttention: (count: string): Forms => ({
    one: `Not saved: ${count} field needs attention`,
    other: `Not saved: ${count} fields need attention`,
  }),
  /** `who` is a name or one of the two below. */
  sameText: (who: string) => `Not saved: ${who} changed the same text`,
  ownTab: 'you, in another tab,',
  somebody: 'somebody else',
  /** Who saved, in the sentences of `saving.by` and `conflict`. */
  saver: { own: 'You, in another tab,', somebody: 'Somebody else' },
  /** Before “1 minute ago”. */
  by: (who: string) => `${who} saved`,
  done: {
    published: 'Published.',
    draft: 'Now a draft.',
    archived: 'Archived.',
    changes: 'Changes published.',
  },
  alsoNew: (fields: string) => `Also new, from another window: ${fields}.`,
  notUndone: (reason: string) => `Not undone: ${reason}`,
  statusNotChanged: (reason: string) => `The status was not changed: ${reason}`,
  askPublish: {
    question: 'Change the published text?',
    explanation: 'This item is published: readers see the changes at once.',
  },
  unknownKeys: {
    question: (): Forms => ({ one: 'Keep an unknown key?', other: 'Keep unknown keys?' }),
    explanation: 'Neither the schema nor the stored item has:',
    more: (count: string) => `And ${count} more.`,
    remark: 'Nothing is lost if you go back: the text stays in the form.',
    keep: 'Keep and save',
  },
  note: {
    title: 'Note for the history',
    keep: 'Keep the note',
    label: 'What did you change, and why?',
    withPublishing: 'It is stored when you publish your changes.',
    withChange: 'It is stored with your next change.',
  },
  versions: {
    inChanges: (time: string) => `The version of ${time} is in your unpublished changes.`,
    restored: (time: string) => `The version of ${time} was restored.`,
    notRestored: (reason: string) => `Not restored: ${reason}`,
    discarded: 'The changes were discarded.',
    notDiscarded: (reason: string) => `Not discarded: ${reason}`,
  },
};

/** What is planned: of one item, and of all. */
const schedule = {
  what: 'the schedule',
  nothing: 'Nothing is planned.',
  /** As in “Publish at 09:00”. */
  actions: { publish: 'Publish', unpublish: 'Unpublish' },
  failedActions: { publish: 'Publish failed', unpublish: 'Unpublish failed' },
  cancel: { publish: 'Cancel: Publish', unpublish: 'Cancel: Unpublish' },
  cancelOf: {
    publish: (title: string) => `Cancel: Publish ${title}`,
    unpublish: (title: string) => `Cancel: Unpublish ${title}`,
  },
  cancelled: {
    publish: 'The publication was cancelled.',
    unpublish: 'The end of the publication was cancelled.',
  },
  removeMessage: 'Remove this message',
  removeMessageOf: (title: string) => `Remove this message: ${title}`,
  change: 'Change the schedule',
  inOwnZone: (time: string, zone: string) => `${time} in your zone (${zone})`,
  siteZone: (zone: string) => `Times are in the time zone of the site: ${zone}.`,
  browserZone: (zone: string) => `Your browser is in ${zone}.`,
  incomplete: 'Complete the date and the time, or clear both.',
  skipped: (time: string, next: string) =>
    `The clocks skip ${time} on this day. The time after it is ${next}.`,
  dialog: {
    save: 'Save the schedule',
    saved: 'The schedule is saved.',
    publishAt: 'Publish at',
    tomorrow: 'Tomorrow',
    /** “Publish at: Tomorrow, 9:00 AM”. */
    atTime: (action: string, time: string) => `${action}: ${time}`,
    publishChangesAt: 'Publish the changes at',
    unpublishAt: 'Unpublish at',
    notLater: 'This must be later than the publication.',
    nothingToPublish:
      'The item is published, and has no unpublished changes: there is nothing to publish later. Change it first.',
    explanation:
      'What is saved at that time is published, whoever saved it. Publishing or unpublishing the item before then cancels the plan.',
    clear: (field: string) => `Clear: ${field}`,
    whichTime: (time: string) => `The clocks are put back: which ${time}?`,
    first: (offset: string) => `The first one (${offset})`,
    second: (offset: string) => `The second one (${offset})`,
  },
  screen: {
    failed: 'Failed',
    failedHint:
      'These changes were not made, and are not tried again. Change the item, or plan it anew.',
    planned: 'Planned',
    limited: (count: string) => `These are the first ${count} changes.`,
    empty: 'Nothing is planned',
    emptyHint:
      'An item can be published or unpublished at a time that you choose: choose a day of the calendar, or open the item and choose Schedule.',
    goToContent: 'Go to the content',
    thisMonth: 'This month',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    dayWithChanges: (day: string, count: string): Forms => ({
      one: `${day}, ${count} change`,
      other: `${day}, ${count} changes`,
    }),
    more: (count: string) => `${count} more`,
  },
  board: {
    published: 'Published',
    /** Of an item that has another status now. */
    publishedOnce: (status: string) => `Published, now ${status}`,
    legend: { published: 'Published', publish: 'Planned', unpublish: 'Planned to be unpublished' },
    dayWithPublished: (day: string, count: string): Forms => ({
      one: `${day}, ${count} published`,
      other: `${day}, ${count} published`,
    }),
    emptyMonth: 'Nothing was published in this month, and nothing is planned for it.',
    nothingPublished: 'Nothing was published on this day.',
    unread: (reason: string) => `What was published could not be loaded. ${reason}`,
    rest: (count: string, collection: string): Forms => ({
      one: `And ${count} more published item in ${collection}`,
      other: `And ${count} more published items in ${collection}`,
    }),
    plan: 'Plan',
    planForDay: 'Plan something for this day',
    /** What the picker chooses. */
    item: 'Item to publish',
    chooseItem: 'Choose an item',
    chooseOther: 'Choose another item',
    alreadyPlanned: (time: string) =>
      `Its publication is planned for ${time} already, and will be moved.`,
    planned: (title: string, time: string) => `“${title}” will be published on ${time}.`,
    menuOf: (title: string) => `Actions for ${title}`,
    moveTo: 'Move to…',
    moveTitle: (title: string) => `Move “${title}”`,
    move: 'Move',
    moved: (title: string, time: string) => `Moved “${title}” to ${time}.`,
    inPast: (time: string) => `${time} is in the past. Choose a later time.`,
    notMoved: (title: string, reason: string) => `“${title}” was not moved. ${reason}`,
    changedMeanwhile: (title: string) =>
      `“${title}” was not moved: its schedule was changed in the meantime.`,
  },
};

/** What a change of the schema does to stored items, indexes and the search. */
const schemaEffects = {
  failing: (failing: string, all: string): Forms => ({
    one: `${failing} of ${all} item would fail validation`,
    other: `${failing} of ${all} items would fail validation`,
  }),
  draftsFail: 'Some drafts could not be published',
  title: 'What this change does',
  notAllChecked: 'Not every item could be checked',
  draftsWithout: (count: string, field: string): Forms => ({
    one: `${count} draft cannot be published without ${field}.`,
    other: `${count} drafts cannot be published without ${field}.`,
  }),
  saveAnyway: 'Save anyway',
  failingText:
    'Saving the fields changes no item. These items stay as they are and can be read, but each must be corrected before its data can be saved again.',
  newestChecked: (count: string) =>
    `Only the newest ${count} items were checked; there are more in the collection.`,
  showDrafts: 'Show the drafts',
  newest: (count: number) => `The newest ${count}`,
  items: 'The items',
  besides: 'What this change does besides',
  indexPair: (name: string, other: string) => `${name} in the order of ${other}`,
  indexBuilt: (index: string) => `An index of ${index} is built in the background.`,
  indexRemoved: (index: string) =>
    `The index of ${index} is removed. Queries that need it are rejected then.`,
  nowUnique: (name: string) =>
    `No two items may have the same value of ${name}. If some do, nothing is saved, and you see which items.`,
  noLongerUnique: (name: string) => `Several items may have the same value of ${name}.`,
  nowSearched: (name: string) => `The search finds items by ${name}.`,
  noLongerSearched: (name: string) => `The search no longer finds items by ${name}.`,
  searchRebuilt:
    'The search index is rebuilt in the background. Until then, the search answers as before.',
  lastChange: 'Time of the last change',
};

/** Why a text is not the schema of a collection. */
const schemaText = {
  /** What is not a member of each. */
  notMember: {
    schema: (path: string) => `${path} is not a member of a schema.`,
    field: (path: string) => `${path} is not a member of a field.`,
    block: (path: string) => `${path} is not a member of a type of block.`,
  },
  notBoolean: (path: string) => `${path} must be true or false.`,
  notPaths: (path: string) => `${path}.indexedWith must list paths of fields.`,
  notOneOf: (path: string, values: string) => `${path} must be one of ${values}.`,
  noIndex: (path: string) => `${path} cannot have an index.`,
  onlyIndexed: (path: string) => `${path} is a list: it can only be indexed.`,
  needsIndexed: (path: string) => `${path}.indexedWith needs indexed: true.`,
  notObject: (path: string) => `${path} must be an object.`,
  notText: (path: string) => `${path} must be text.`,
  notList: (path: string) => `${path} must be a list.`,
  notFieldNames: (path: string) => `${path}.required must be a list of the names of fields.`,
};

/** The second factor of the user: how it is set up and changed, its recovery codes, and the browsers that need none. */
const secondFactor = {
  title: 'Second factor',
  on: 'On',
  off: 'Off',
  explanation:
    'With a second factor, nobody can sign in with your password alone: signing in also needs a code that an app makes, for example on your phone.',
  providerNeedsNone: (provider: ComponentChild): ComponentChildren => [
    'Signing in with ',
    provider,
    ' needs none.',
  ],
  newCodes: 'New recovery codes',
  remove: 'Remove second factor',
  setUp: 'Set up second factor',
  removed: 'Your second factor is removed.',

  code: 'Code',
  codeHint: 'The six digits in your app.',
  codeHintRecovery: 'The six digits in your app, or a recovery code.',
  mistakes: {
    code: 'This code is not valid. Enter the one that your app shows now. Each works once; if none does, check the clock of your phone.',
    password: 'This is not your password. Try again.',
    exists:
      'Your account has a second factor already: it was set up in another window. Close this dialog to see it.',
    /** @param time “in 40 seconds”. */
    tooMany: (time: string) => `Too many attempts. Try again ${time}.`,
  },

  proof: {
    title: 'Set up a second factor',
    expired:
      'The key has expired, because ten minutes have passed. Begin again, and remove it from your app.',
    needsApp:
      'You need an app that makes codes, such as Aegis, 2FAS, Google Authenticator or the one in your password manager.',
    noPassword: (provider: ComponentChild): ComponentChildren => [
      'Your account has no password. So that nobody else can do this in your browser, you must have signed in with ',
      provider,
      ' less than ten minutes ago.',
    ],
    /** @param link makes the link to the sign-in out of its text. */
    tooOld: (link: (text: string) => ComponentChild): ComponentChildren => [
      'Your sign-in is too old. ',
      link('Sign in again'),
      ', then go on here.',
    ],
    next: 'Next',
  },
  key: {
    title: 'Add the key to your app',
    qrCode: 'The key as a QR code',
    scan: 'Scan the QR code with the app.',
    /** @param link makes the link to the app out of its text. */
    onPhone: (link: (text: string) => ComponentChild): ComponentChildren => [
      'On the phone itself: ',
      link('open the app'),
      ', or type the key:',
    ],
    label: 'Key',
    copy: 'Copy the key',
    enterCode:
      'Then enter the code that the app shows, within ten minutes. Your other sessions end.',
    confirm: 'Confirm',
  },
  codes: {
    title: 'Save your recovery codes',
    whatFor: 'Without your app, a recovery code signs you in. Each works once.',
    earlierEnd: 'Your earlier ones do not work any more.',
    label: 'Recovery codes',
    /** Above the codes, for people who find them later. */
    titleOf: (email: string, site: string, origin: string, date: string) =>
      `Recovery codes of ${email} for ${site} (${origin}), ${date}`,
    file: 'recovery-codes.txt',
    download: 'Download',
    print: 'Print',
    saved: 'I have saved these codes',
    where:
      'In a password manager or on paper, not only on the phone with the app. They are not shown again.',
  },
  renew: {
    title: 'Make new recovery codes',
    text: 'You get ten new codes. Those that you have do not work any more, and no browser is trusted any more.',
    action: 'Make codes',
  },
  removal: {
    title: 'Remove your second factor?',
    text: 'Your password alone signs you in again. Your recovery codes do not work any more. Your sessions stay.',
    action: 'Remove second factor',
  },

  trusted: {
    title: 'Trusted browsers',
    explanation:
      'In these browsers you have chosen to be asked for your password only, for 30 days. A new password, and each change of the second factor, end that everywhere.',
    /** What is loading. */
    theBrowsers: 'the trusted browsers',
    none: 'You trust no browser.',
    since: 'Trusted since',
    expiry: 'Expiry',
    endOf: (program: string) => `End the trust in ${program}`,
    endQuestion: 'End the trust in this browser?',
    needsCode: (program: string) => `Signing in with ${program} needs a code again. Sessions stay.`,
    end: 'End trust',
    ended: 'The browser is not trusted any more.',
  },
};

/** What the admin says about the answers of the service. */
const service = {
  unreachable: 'The request did not arrive. Try again once the connection is back.',
  connectionFailed: 'The connection failed',
  uploadCancelled: 'The upload was cancelled',
  missing: (field: string) => `${field} is missing.`,
  taken: (field: string) => `${field} is taken: another item has the same value.`,
  days: (count: string): Forms => ({ one: `${count} day`, other: `${count} days` }),
  finalDeletion: 'A deletion cannot be undone.',
  /** @param days “30 days”. */
  itCanBeRestored: (days: string) => `It can be restored from the trash for ${days}.`,
  theyCanBeRestored: (days: string) => `They can be restored from the trash for ${days}.`,
};

type OfSettings<T> = Partial<Readonly<Record<SettingName, T>>>;
export interface SettingChoice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

type OfGroups = Partial<Readonly<Record<SettingGroup, string>>>;

/** Where the label in the table of settings is not in this language. */
const settingsLabels: OfSettings<string> = {};

/** The same for the headings of the groups. */
const settingsGroups: OfGroups = {};

/** Where the description of a setting is for developers. A setting without one has its description. */
const settingsHints: OfSettings<string> = {
  siteName: 'In the rail, in page titles and on the login page.',
  timeZone: 'In which people plan when content is published.',
  registrationEnabled:
    'New accounts become viewers: they read everything, drafts included, and change nothing.',
  requireSecondFactor:
    'The highest role that somebody has in any collection counts. Whoever signs in with an identity provider needs no second factor here.',
  secondFactorGraceDays:
    'Afterwards, accounts without one can do nothing but set it up. Counted from when the role was chosen or, for newer accounts, from their creation.',
  searchLanguage:
    'With a language, other forms of a word are found too: “tide” finds “tides”. After a change, the index is rebuilt in the background; until then, the search answers as before.',
  historyMaxPerItem: 'Older versions are removed. 0 keeps no history at all.',
  historyMaxDays: '0 keeps versions of any age.',
  trashDays:
    'Deleted content can be restored during this time. With 0, it is deleted permanently at once.',
  changesDays: 'Programs that follow the changes start again if they were away for longer.',
};

/** What the choices of a setting mean, in their order on the screen. Without one, people see the values. */
const settingsChoices: OfSettings<readonly SettingChoice[]> = {
  publicContent: [
    {
      value: 'published',
      label: 'Only signed-in users',
      hint: 'Visitors and API tokens find published items only. Drafts and archived items look to them as if they did not exist.',
    },
    {
      value: 'all',
      label: 'Everybody',
      hint: 'Anyone can read drafts and archived items through the API, without an account.',
    },
  ],
};

/** What all settings of a group are about. */
const settingsIntroductions: OfGroups = {
  History:
    'Every save keeps a version of the item, which can be compared and restored. The newest version, the last published one, and versions with a note always stay.',
};

/** Where a language of the search has another name than the database gives it. */
const settingsSearchLanguages: Readonly<Record<string, string>> = {};

/** What applies to the whole service. */
const settings = {
  labels: settingsLabels,
  groups: settingsGroups,
  hints: settingsHints,
  choices: settingsChoices,
  introductions: settingsIntroductions,
  searchLanguages: settingsSearchLanguages,
  noSearchLanguage: 'None: words as they are written',
  rebuilding: (done: string, total: string) => `Rebuilding: ${done} of ${total} items`,

  explanation:
    'The settings apply to the whole service, as soon as they are saved. What only the operator can change, such as the database, is in the configuration of the service.',
  saved: 'The settings are saved.',
  /** What is loading, or has changes. */
  theSettings: 'the settings',

  /** The accounts that have to set up a second factor. */
  concerned: {
    /** What is loading. */
    theAccounts: 'the accounts',
    none: 'All active accounts with these roles have a second factor, or no password.',
    count: (count: string): Forms => ({
      one: `${count} account with these roles has no second factor:`,
      other: `${count} accounts with these roles have no second factor:`,
    }),
    atLeast: (count: string): Forms => ({
      one: `At least ${count} account with these roles has no second factor:`,
      other: `At least ${count} accounts with these roles have no second factor:`,
    }),
    /** @param link makes the link to the own account out of its text. */
    you: (link: (text: string) => ComponentChild): ComponentChildren => [
      '(you: ',
      link('set yours up'),
      ')',
    ],
    /** @param link makes the link to the users out of its text. */
    more: (count: string, link: (text: string) => ComponentChild): ComponentChildren => [
      'and ',
      link(`${count} more`),
    ],
  },
};

/** The frame of the screens: the rail, the menu of the user, the notices above a screen, and what is there instead of one. */
const shell = {
  screens: {
    dashboard: 'Dashboard',
    translations: 'Translations',
    health: 'Content health',
    trash: 'Trash',
    apiTokens: 'API tokens',
    plugins: 'Plugins',
    audit: 'Audit',
  },
  /** The title where no screen has a name. */
  admin: 'Admin',
  skipToContent: 'Skip to the content',
  explanation: 'Explanation',
  serviceUnreachable: 'The service cannot be reached',
  notices: 'Notices',
  offline: 'The service cannot be reached. Unsaved work stays in this browser.',
  allContent: 'All content',
  allCollections: 'All collections',

  rail: {
    menu: 'Menu',
    label: 'Screens',
    goTo: 'Go to …',
    apiReference: 'API reference',
    administration: 'Administration',
    drafts: (count: string): Forms => ({ one: `${count} draft`, other: `${count} drafts` }),
    /** After a number. */
    draftsUnit: (): Forms => ({ one: 'draft', other: 'drafts' }),
  },
  userMenu: {
    name: 'You',
    appearance: 'Appearance',
    systemColours: 'System colours',
    light: 'Light',
    dark: 'Dark',
    signOut: 'Sign out',
  },

  drafts: {
    /** @param detail what narrow screens leave out. */
    banner: (detail: (text: string) => ComponentChild): ComponentChildren => [
      'Drafts are public',
      detail(': anyone can read unpublished content'),
      '.',
    ],
    sentence: 'Drafts are public: anyone can read unpublished content.',
    chip: 'Drafts are public',
    change: 'Change the setting',
    close: 'Close this notice',
  },
  factor: {
    setUp: 'Set it up',
    missing:
      'Your role needs a second factor. Until your account has one, nothing else works here.',
    missingSince: (time: string) =>
      `Your role needs a second factor since ${time}. Until your account has one, nothing else works here.`,
    due: (time: ComponentChild): ComponentChildren => [
      'Your role needs a second factor. Set it up by ',
      time,
      ': after that, you can do nothing else here.',
    ],
  },

  missing: {
    title: 'There is nothing here',
    /** @param thing what was asked for: “item”. */
    text: (thing: string) => `This ${thing} does not exist, or it was deleted.`,
    backTo: (list: string) => `Back to ${list}`,
    search: 'Search',
  },
  noPage: {
    title: 'Page not found',
    heading: 'There is no such page',
    text: 'The address may be misspelled.',
  },
  goToDashboard: 'Go to the dashboard',
  /** What is loading. */
  theScreen: 'the screen',
};

/** Keys, and what they do. */
const shortcuts = {
  title: 'Keyboard shortcuts',
  ctrl: 'Ctrl',
  list: [
    ['Ctrl or ⌘ + S', 'Save and stay'],
    ['Ctrl or ⌘ + Enter', 'Save and publish'],
    ['Ctrl or ⌘ + Alt + M', 'Comment on what is selected in a text of an item'],
    ['Ctrl or ⌘ + K', 'Go to a screen, a collection or an item; run a command'],
    ['Ctrl or ⌘ + B, I', 'Bold, italic, in Markdown'],
    ['Ctrl or ⌘ + K', 'Link, or change the link, in Markdown'],
    ['Ctrl or ⌘ + F', 'Find in a text'],
    ['/', 'At the start of a line of a text: show what can be put there'],
    ['Ctrl or ⌘ + Shift + V', 'Paste without formatting, in Markdown'],
    ['Ctrl or ⌘ + Z', 'Undo in a text; elsewhere, undo the last change of a list or a status'],
    [
      'Tab, Shift + Tab',
      'Indent a list of Markdown, go through the cells of a table; leave the text after Esc',
    ],
    ['Alt + ↑, ↓', 'Move a block or a field of a collection, on its heading'],
    ['Ctrl or ⌘ + C, V', 'Copy and paste blocks, on the heading of one'],
    ['?', 'Show these shortcuts'],
    ['Esc', 'Close what is on top'],
  ] satisfies (readonly [keys: string, effect: string])[],
};

/** The dialog over a screen whose session has ended. */
const signInAgain = {
  title: 'Your session has ended',
  text: 'Sign in again to go on. What you have typed is still here.',
  /** @param link makes the link to the identity provider out of its text. */
  continueWith: (
    provider: ComponentChild,
    link: (text: ComponentChildren) => ComponentChild,
  ): ComponentChildren => [
    link(['Continue with ', provider, ' in another tab']),
    ', then come back here.',
  ],
  code: 'Code',
  codeHint: 'The six digits in your app, or a recovery code.',
  anotherAccount: 'Use another account',
  startOver: 'Enter the password again',
  signIn: 'Sign in',
  cookiesNeeded:
    'The password is right, but your browser did not keep the session. Allow cookies for this site, then try again.',
  wrongPassword: 'The password is wrong. Try again.',
  wrongAccount:
    'You have signed in with another account in this browser. Sign in with the account of this screen.',
  wrongCode:
    'This code is not valid. Enter the next one of your app or, if this takes more than five minutes, the password again.',
};

/** What new items of a collection can begin with. */
const templates = {
  title: 'Templates',
  /** Of a new item. */
  choose: 'Begin with',
  emptyItem: 'Empty item',
  /** From an item. */
  menu: 'Save as template…',
  saveAs: 'Save as template',
  save: 'Save template',
  nameHint: 'New items of the collection can begin with this title and these values.',
  nameNeeded: 'Give the template a name.',
  replaceQuestion: (name: string) => `Replace the template “${name}”?`,
  replaceText: 'The collection has a template with this name. Items that were made from it stay.',
  replace: 'Replace template',
  saved: (name: string) => `The template “${name}” is saved.`,
  /** After several attempts. */
  othersSave: 'Others are changing this collection at the moment. Try again.',
  /** In the builder. */
  hint: 'New items can begin with one of these. Items that were made from them stay as they are.',
  none: 'No templates yet. To make one, open an item and choose “Save as template…” in its menu.',
  list: 'Templates of the collection',
  nameTaken: 'Another template has this name.',
  removed: (name: string) => `The template “${name}” was removed.`,
  itemTitle: (title: string) => `Title of new items: ${title}`,
};

/** A text, around its toolbar. */
const textEditor = {
  pasted: 'Pasted with formatting',
  usePlainText: 'Use plain text',
  /** The alternative text of an image that is new in the text. */
  whatShows: (file: string) => `What does ${file} show?`,
  altText: 'Alternative text',
  leaveUndescribed: (file: string) => `Leave ${file} without a description`,
  /** Pictures in the formatted text. */
  whatPictureShows: 'What does this picture show?',
  caption: 'Caption',
  absentPicture: (address: string) => `The picture ${address} cannot be shown here.`,
  /** Links to items. */
  linksTo: (items: ComponentChildren): ComponentChildren => ['Links to ', items],
  linksToMore: (items: ComponentChildren, more: string): ComponentChildren => [
    'Links to ',
    items,
    ` and ${more}`,
  ],
  moreItems: (count: string): Forms => ({ other: `${count} more` }),
  /** Within the sentence. */
  itemLink: 'an item',
  brokenLink: 'an item that does not exist',
  /** Alone. */
  itemTitle: 'An item',
  brokenTitle: 'An item that does not exist',
  words: (count: string): Forms => ({ one: `${count} word`, other: `${count} words` }),
  minutes: (count: string): Forms => ({ other: `${count} min to read` }),
  preview: (field: string) => `${field}: preview`,
  /** What is being loaded. */
  previewLoads: 'the preview',
  footnotes: 'Footnotes',
  taskDone: 'Done',
  taskNotDone: 'Not done',
  uploads: {
    /** Stands in the text until the file is stored. */
    uploading: (file: string) => `Uploading ${file}…`,
    inNoText: (file: string) => `${file} is in the media library. It is in no text.`,
    failed: (file: string, reason: string) => `${file} was not uploaded: ${reason}`,
    retry: 'Retry',
    forbidden:
      'Your role does not include uploading files. Authors, editors and administrators can.',
  },
  /** What commands put into the text to be typed over. */
  samples: {
    bold: 'bold',
    italic: 'italic',
    code: 'code',
    heading: 'Heading',
    cell: 'Cell',
  },
  embeds: {
    youtube: 'Video on YouTube',
    vimeo: 'Video on Vimeo',
    x: 'Post on X',
    bluesky: 'Post on Bluesky',
    instagram: 'Post on Instagram',
    spotify: 'Audio on Spotify',
    soundcloud: 'Audio on SoundCloud',
    codepen: 'Pen on CodePen',
  },
};

/** The commands of a text: in its toolbar, in its menus and in their dialogs. */
const toolbar = {
  label: (field: string) => `${field}: formatting`,
  insert: 'Insert (/)',
  /** The styles of the text. */
  textStyle: 'Style of the text',
  text: 'Text',
  paragraph: 'Paragraph',
  heading: (level: string) => `Heading ${level}`,
  bold: 'Bold (Ctrl+B)',
  italic: 'Italic (Ctrl+I)',
  linkCommand: 'Link (Ctrl+K)',
  image: 'Image',
  bullets: 'Bulleted list',
  numbers: 'Numbered list',
  tasks: 'Task list',
  quote: 'Quote',
  code: 'Code',
  codeBlock: 'Code block',
  table: 'Table',
  divider: 'Divider',
  picture: 'Picture',
  file: 'File',
  link: 'Link',
  redo: 'Redo',
  more: 'More formatting',
  preview: 'Preview',
  hidePreview: 'Hide the preview',
  source: 'Source',
  formatted: 'Formatted text',
  onlyText: 'Only the text',
  showEverything: 'Show everything (Esc)',
  /** Other words that people type to find a command. */
  words: {
    heading: 'title',
    bullets: 'points',
    numbers: 'ordered',
    tasks: 'todo check',
    quote: 'citation',
    table: 'columns rows',
    picture: 'image photo',
    file: 'download attachment media',
    embed: 'video post',
    link: 'item address',
    codeBlock: 'program',
    divider: 'line rule',
  },
  embed: {
    /** In the menu. */
    name: 'Embed',
    /** Also the button of the dialog. */
    title: 'Embed',
    address: 'Address',
    hint: 'Of a video, a post or a page. It stands on a line of its own; the site decides how it is shown.',
    noAddress: 'Enter an address that begins with https://',
  },
  linkDialog: {
    title: 'Link',
    change: 'Change the link',
    remove: 'Remove the link',
    label: 'Address or title of an item',
    placeholder: 'https://example.com, /about or a title',
    empty: 'Type an address, or the title of an item.',
    enterLinks: (address: string) => `Enter links to ${address}`,
  },
};

/** The translations of all items, and their creation. */
const translations = {
  title: 'Translations',
  what: 'the translations',
  toTranslate: 'What there is to translate',
  noLanguages: 'The service has no languages',
  addLanguages: 'Add languages',
  noLanguagesHint:
    'Items can have translations once an administrator has added the languages of the website.',
  missingAndOutdated: 'Missing and outdated',
  states: { missing: 'Missing', outdated: 'Outdated' },
  newTranslations: 'New translations',
  createWith: {
    all: 'Create with all texts',
    shared: 'Create with only what is shared',
  },
  copied: { all: 'With all texts', shared: 'With only what is shared' },
  howComplete: (language: string) => `How complete ${language} is`,
  done: (done: string, all: string) => `${done} of ${all}`,
  noneLocalised: 'No collection is localised yet',
  noneLocalisedHint:
    'Items have languages once an administrator localises their collection. Then this list has what is not translated, and translations whose source has changed.',
  nothing: (language: string) => `Nothing to translate into ${language}`,
  showAll: 'Show all of it',
  nothingFound: 'There is nothing with these filters.',
  allDone: 'Everything has a translation that fits its source.',
  action: 'Action',
  revise: 'Revise',
  reviseOf: (title: string) => `Revise: ${title}`,
  create: 'Create',
  createIn: (language: string) => `Create in ${language}`,
  createInOf: (language: string, title: string) => `Create in ${language}: ${title}`,
  whatIsCopied: (language: string) => `What is copied into ${language}`,
  whatIsCopiedOf: (language: string, title: string) => `What is copied into ${language}: ${title}`,
  notCreated: (reason: string) => `Not created: ${reason}`,
  failures: {
    locale_taken:
      'There is an item in this language already. Open that one, or give one of them another language.',
    has_translations:
      'The item has translations, which are all in one collection. Take it out of its translations first.',
    slug_taken:
      'Another item has its slug: a translation may share it, an item on its own may not. Change the slug first.',
    not_localized: 'The collection has no languages any more. Load the page again.',
    not_shared:
      'The items have different values in fields that all languages share. Nothing was changed.',
    value_taken: 'A field that must be unique has the same value there. Change it first.',
  },
  siblingFailed:
    'A translation could not take the shared values, so nothing was changed. Correct that translation first: “Languages” beside the form leads to it.',
  siblingFailedBecause: (reason: string) =>
    `A translation could not take the shared values, so nothing was changed. ${reason} Correct that translation first: “Languages” beside the form leads to it.`,
};

/** Deletes items, and restores them from the trash. */
const trash = {
  title: 'Trash',
  what: 'the trash',
  deletedItems: 'Deleted items',
  items: (count: string): Forms => ({ one: `${count} item`, other: `${count} items` }),
  /** The user, in the column of those who have deleted items. */
  you: 'You',
  deleted: 'Deleted',
  by: 'By',
  deletedPermanently: 'Deleted permanently',
  withinADay: 'within a day',
  inDays: (count: string): Forms => ({ one: `in ${count} day`, other: `in ${count} days` }),
  restoreOf: (title: string) => `Restore: ${title}`,
  deleteOf: (title: string) => `Delete permanently: ${title}`,
  restored: (title: string) => `“${title}” was restored.`,
  restoredAsDraft: (title: string) => `“${title}” was restored as a draft.`,
  open: 'Open',
  notRestored: (reason: string) => `Not restored: ${reason}`,
  notDeleted: (reason: string) => `Not deleted: ${reason}`,
  deletion: {
    question: (title: string) => `Delete “${title}” permanently?`,
    explanation:
      'The item is removed with all its versions and its unpublished changes. It cannot be brought back. Files that it shows stay in the media library.',
    action: 'Delete permanently',
    done: (title: string) => `“${title}” was deleted permanently.`,
  },
  emptying: {
    action: 'Empty the trash',
    /** Of one collection. */
    actionOfThese: 'Delete all of these',
    question: 'Empty the trash?',
    questionOf: (collection: string) => `Empty the trash of ${collection}?`,
    explanation: (count: string): Forms => ({
      one: `${count} item is removed with all versions and unpublished changes. Nothing can be brought back.`,
      other: `${count} items are removed with all versions and unpublished changes. Nothing can be brought back.`,
    }),
    explanationOf: (count: string, collection: string): Forms => ({
      one: `${count} item of ${collection} is removed with all versions and unpublished changes. Nothing can be brought back.`,
      other: `${count} items of ${collection} are removed with all versions and unpublished changes. Nothing can be brought back.`,
    }),
    confirm: (count: string): Forms => ({
      one: `Delete ${count} item permanently`,
      other: `Delete ${count} items permanently`,
    }),
    done: 'The trash was emptied.',
    doneOf: (collection: string) => `The trash of ${collection} was emptied.`,
    failed: (reason: string) => `Not emptied: ${reason}`,
  },
  empty: {
    ofCollection: 'Nothing of this collection',
    ofCollectionHint: 'The trash has no items of this collection.',
    showAll: 'Show all collections',
    off: 'There is no trash',
    offHint: 'Content is deleted permanently at once: the days in the trash are set to 0.',
    openSettings: 'Open the settings',
    title: 'The trash is empty',
    hint: (days: string): Forms => ({
      one: `Deleted content stays here for ${days} day, and can be restored. Then it is deleted permanently.`,
      other: `Deleted content stays here for ${days} days, and can be restored. Then it is deleted permanently.`,
    }),
    goToContent: 'Go to the content',
  },
  alone: {
    question: (title: string) => `Restore “${title}” on its own?`,
    explanation:
      'Somebody has translated it again since it was deleted: there is an item in its language already. It can come back as an item without translations.',
    action: 'Restore it on its own',
  },
  otherSlug: {
    title: 'Restore with another slug',
    explanation: (slug: ComponentChild, title: ComponentChild): ComponentChildren => [
      'Other content has the slug ',
      slug,
      ' now. “',
      title,
      '” needs another one.',
    ],
    taken: 'Other content has this slug, too.',
  },
  /** Deletes an item that is open in the editor. */
  ofItem: {
    question: (title: string) => `Delete “${title}”?`,
    forGood: 'The item is removed for everybody. It cannot be brought back.',
    readers: 'Readers no longer find the item.',
    references:
      'References to it break, unless their collection removes them or prevents the deletion.',
    done: (title: string) => `“${title}” was deleted.`,
    needed: (title: string) => `“${title}” is needed by other content`,
    neededHint: 'It can be deleted once these items no longer refer to it.',
    openTrash: 'Open the trash',
    restoredAsDraft: (title: string) => `“${title}” was restored, as a draft.`,
  },
};

/** Work that is not saved: the question before it is left, its copies in the browser, and its versions. */
const unsaved = {
  leaveQuestion: 'Leave without saving?',
  /** @param what has the changes: “the settings”. */
  notSaved: (what: string) => `Your changes of ${what} are not saved yet.`,
  discardChanges: 'Discard changes',
  stayHere: 'Stay here',
  /** @param what has the changes: “the item”. */
  keptHere: (what: string) =>
    `Your changes stay in this browser. They are restored when you open ${what} again.`,
  leave: 'Leave',
  stay: 'Stay',
  cannotKeep: 'This browser cannot keep unsaved work. Save often.',
  restored: (time: string) => `Your unsaved changes of ${time} were restored.`,
  discardThem: 'Discard them',
  changesDiscarded: (time: string) => `Your changes of ${time} were discarded.`,

  versions: {
    label: 'Unsaved versions',
    count: (count: string): Forms => ({
      one: 'One unsaved version in this browser:',
      other: `${count} unsaved versions in this browser:`,
    }),
    title: (time: string) => `The version of ${time}`,
    discarded: (time: string) => `The version of ${time} was discarded.`,
    taken: (time: string) => `The version of ${time} is in the form.`,
    restoreThis: 'Restore this version',
    inForm: 'In the form',
    inVersion: 'In this version',
    /** @param count with a sign: “+120”. */
    wordsGained: (count: string): Forms => ({ one: `${count} word`, other: `${count} words` }),
    isOpen: 'its tab is open',
    restore: (time: string) => `Restore the version of ${time}`,
    compare: (time: string) => `Compare the version of ${time}`,
    compareIt: 'Compare',
    discard: (time: string) => `Discard the version of ${time}`,
  },
};

/** Uploads of files, and their queue. */
const uploads = {
  pastedName: (time: string) => `Pasted ${time}.png`,
  upload: 'Upload',
  uploadTo: (folder: string) => `Upload to ${folder}`,
  listName: 'Uploads',
  cancelNamed: (name: string) => `Cancel ${name}`,
  retryNamed: (name: string) => `Retry ${name}`,
  retry: 'Retry',
  waiting: 'Waiting',
  uploadOf: (name: string) => `Upload of ${name}`,
  stored: 'Stored',
  cancelled: 'Cancelled',
  queue: 'Upload queue',
  storedOf: (stored: string, all: string): Forms => ({
    one: `${stored} of ${all} file stored`,
    other: `${stored} of ${all} files stored`,
  }),
  uploading: (progress: string) => `Uploading: ${progress}`,
  showFiles: 'Show the files',
  hideFiles: 'Hide the files',
  closeQueue: 'Close the upload queue',
  retryAll: 'Retry all',
};

/** The accounts, for administrators. */
const users = {
  newUser: 'New user',
  invite: 'Invite',
  emptyTitle: 'No users on this page',
  emptyText: 'The list has fewer pages. Go back to a former page.',
  /** What is loading. */
  theUsers: 'the users',
  theUser: 'the user',
  you: '(you)',
  email: 'Email',
  signIn: 'Sign-in',
  lastSignIn: 'Last sign-in',
  active: 'Active',
  deactivated: 'Deactivated',
  secondFactor: 'Second factor',
  noSecondFactor: 'No second factor',
  noSignIn: 'No sign-in is known',
  /** After a role. */
  moreCollections: (count: string): Forms => ({
    one: `+ ${count} collection`,
    other: `+ ${count} collections`,
  }),

  user: 'User',
  /** What does not exist. */
  missing: 'user',
  explanation:
    'The role decides what a user may do in all collections; a role in a single collection replaces it there. Each card is saved by its own button.',
  lastAdmin:
    'This is the only active administrator. Give another active user the role Admin first.',
  theIdentityProvider: 'The identity provider',
  roleManaged: (provider: string) =>
    `${provider} sets this role at each sign-in. Change the groups of the person there.`,

  account: {
    title: 'Account',
    firstName: 'First name',
    lastName: 'Last name',
    username: 'Username',
    usernameTaken: 'Another user has this username.',
    emailFixed: 'Cannot be changed.',
    giveUpQuestion: 'Give up your own role?',
    giveUpText:
      'You lose access to users, collections, API tokens, plugins and settings at once. Only another administrator can give it back.',
    giveUp: 'Give up the role Admin',
    saved: (name: string) => `${name} was saved.`,
    notSaved: 'The user was not saved.',
  },
  creation: {
    emailNeeded: 'Enter an email address.',
    emailTaken: 'Another user has this email address.',
    passwordRules: 'Choose a password that follows the rules.',
    created: (name: string) => `${name} was created.`,
    discardQuestion: 'Discard the new user?',
    typedIsLost: 'What you have typed is lost.',
    failed: 'The user was not created.',
    create: 'Create user',
  },
  password: {
    /** @param link makes the link to the own account out of its text. */
    ownElsewhere: (link: (text: string) => ComponentChild): ComponentChildren => [
      'Change your own password in ',
      link('your account'),
      '.',
    ],
    changed: (name: string) => `${name} has a new password.`,
    whatItEnds: (name: string) =>
      `A new password ends all sessions of ${name}. The service does not send it: pass it on yourself.`,
    new: 'New password',
    set: 'Set new password',
    orLink: (name: string) =>
      `Or make a link with which ${name} sets a new password. It works once, for a day, and nothing changes before.`,
    makeLink: 'Make reset link',
  },
  sessions: {
    title: 'Sessions',
    /** What is loading. */
    theSessions: 'the sessions',
    /** @param link makes the link to the own account out of its text. */
    ownElsewhere: (link: (text: string) => ComponentChild): ComponentChildren => [
      'Your own sessions are in ',
      link('your account'),
      '.',
    ],
    none: 'The account is signed in nowhere.',
    endAll: 'End all sessions',
    endAllQuestion: (name: string) => `End all sessions of ${name}?`,
    mustSignIn: (name: string) =>
      `${name} must sign in again, in every browser and script. To prevent that, deactivate the account.`,
    ended: (name: string) => `The sessions of ${name} have ended.`,
  },
  signInCard: {
    signsInWith: 'Signs in with',
    /** @param link makes the link to the own account out of its text. */
    ownElsewhere: (link: (text: string) => ComponentChild): ComponentChildren => [
      'Change how you sign in yourself in ',
      link('your account'),
      '.',
    ],
    removeFactor: 'Remove second factor',
    removeFactorQuestion: (name: string) => `Remove the second factor of ${name}?`,
    removeFactorText: (name: string) =>
      `For a user who has neither the app nor a recovery code any more: make sure that it is ${name} who asks you. All sessions and trusted browsers of the user end at once. After that, the password alone is enough to sign in, until the user sets up another second factor.`,
    factorRemoved: (name: string) => `The second factor of ${name} is removed.`,
    unlink: 'Unlink',
    unlinkFrom: (provider: ComponentChild): ComponentChildren => ['Unlink from ', provider],
    unlinkQuestion: (name: string, provider: string) => `Unlink ${name} from ${provider}?`,
    passwordRemains: 'The user then signs in with the password. Sessions stay.',
    noPassword:
      'The user has no password, and cannot sign in any more until you set one. Sessions stay.',
    unlinked: (name: string, provider: string) => `${name} is unlinked from ${provider}.`,
  },
  access: {
    title: 'Access',
    activate: 'Activate',
    activated: (name: string) => `${name} is active again.`,
    deactivate: 'Deactivate',
    deactivated: (name: string) => `${name} is deactivated.`,
    deactivateQuestion: (name: string) => `Deactivate ${name}?`,
    deactivateSelf:
      'You are signed out at once and cannot sign in until an administrator activates the account again.',
    deactivateOther:
      'All sessions end at once, and the user cannot sign in until an administrator activates the account again.',
    whatItDoes: 'A deactivated user cannot sign in. Nothing else changes, and you can undo it.',
    isDeactivated: (name: string) => `${name} is deactivated and cannot sign in.`,
    delete: 'Delete user',
    deleteQuestion: (name: string) => `Delete ${name}?`,
    deleteText:
      'The account and its sessions are deleted. The items and files of the user stay, without an owner. This cannot be undone.',
    deleted: (name: string) => `${name} was deleted.`,
    whatStays: 'Deleting a user cannot be undone. Items and files stay, without an owner.',
  },
};

/** The webhooks, and what each is set to. */
const webhooks = {
  newWebhook: 'New webhook',
  /** What is being loaded. */
  what: 'the webhooks',
  noneTitle: 'No webhooks yet',
  noneText:
    'A webhook sends a request to another system when content changes: to a cache, a search engine, or the build of a static site.',
  sends: 'Sends',
  about: 'About',
  testNotSent: 'The test was not sent',
  testAnswered: (status: number | null) => `The receiver answered with status ${status}.`,
  testFailed: (reason: string | null) => `The test failed. ${reason}`,
  notSwitchedOn: 'The webhook was not switched on',
  notSwitchedOff: 'The webhook was not switched off',
  rotateQuestion: (name: string) => `Rotate the secret of ${name}?`,
  rotateEffect: 'You get another secret. For 24 hours, requests are signed with both.',
  rotate: 'Rotate the secret',
  notRotated: 'The secret was not rotated',
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteEffect: 'It sends nothing from now on. Its deliveries are deleted too.',
  notDeleted: (name: string) => `${name} was not deleted`,
  deleted: (name: string) => `${name} was deleted.`,
  webhook: 'Webhook',
  moreActions: 'More actions',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  startBuild: 'Start a build',
  sendTest: 'Send a test',
  whatOne: 'the webhook',
  /** What does not exist. */
  thing: 'webhook',
  secretTitle: (name: string) => `The secret of ${name}`,
  secretLabel: 'Secret of the webhook',
  secretAdvice: 'Copy the secret and store it in the receiver now. It is not shown again.',
  alsoPrevious: 'For 24 hours, requests are also signed with the previous secret.',
  secretUse: 'The receiver checks every request with it:',
  example: 'example',
  nameNeeded: 'Enter a name, for example that of the receiver.',
  urlNeeded: 'Enter the address of the receiver, which begins with https://',
  eventNeeded: 'Choose at least one event.',
  wholeNumber: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
  editWebhook: 'Edit webhook',
  notSaved: 'The webhook was not saved.',
  create: 'Create webhook',
  switchedOffAdvice: (time: string, reason: string | null) =>
    `It was switched off on ${time}: ${reason}. Send a test when the receiver works again, then switch it on. It gets what happens from then on.`,
  onlyVisible: 'Only what readers can see',
  draftsToo: 'Drafts too',
  builds: 'Builds',
  buildsEvery: (seconds: number) => `At most one in ${seconds} seconds`,
  nameHint: 'What gets the requests, such as “Search engine”.',
  events: 'Events',
  eventsHint: 'A signed request for each event.',
  buildsHint: 'One empty request for many changes: for the build hook of a static site.',
  secondsBetween: 'Seconds between two builds',
  secondsHint: 'Changes are collected for so long: 10 to 3600 seconds.',
  onlyVisibleHint: 'No requests about drafts, archived items and inactive collections.',
  allCollections:
    'None chosen: it concerns all public collections, also future ones. Private ones must be chosen.',
  someCollections: 'It concerns these collections, and all media.',
  allLanguages: 'None chosen: it concerns items in all languages.',
  someLanguages: 'It concerns items in these languages, and all items without a language.',
  everyEvent: 'All events.',
  someEvents: (count: number, all: number) => `${count} of ${all} events.`,
  published: 'Published',
  unpublished: 'Unpublished',
  archived: 'Archived',
  deletedEvent: 'Deleted',
  restored: 'Restored from the trash',
  planFailed: 'A planned change failed',
  uploaded: 'Uploaded',
  changed: 'Changed',
  everyChange: 'Every change',
  allEvents: 'All events',
  eventCount: (count: string): Forms => ({ one: `${count} event`, other: `${count} events` }),
  inCollections: (what: string, collections: string) => `${what} in ${collections}`,
  inLanguages: (what: string, languages: string) => `${what}, in ${languages}`,
  deletedCollection: 'a deleted collection',
  offSince: (time: string, reason: string | null) => `On ${time}: ${reason}`,
  offFailing: 'Switched off: failing',
  off: 'Off',
  on: 'On',
  failingSince: (time: string) => `Since ${time}`,
  failing: 'Failing',
};

/** Changes of a published item that are not published. */
const workingCopy = {
  compare: {
    title: 'Unpublished changes',
    discard: 'Discard changes',
    publish: 'Publish changes',
    same: 'Your text is the same as the published version.',
    before: 'Published',
    after: 'Not published yet',
  },
  /** Changes that stayed when the item was unpublished or archived. */
  kept: {
    notice: (time: string) =>
      `Changes of ${time} were never published. They are stored beside this item.`,
    compare: 'Compare the changes',
    discard: 'Discard the changes',
    title: 'Changes that were not published',
    take: 'Put them into the form',
    taken: 'The changes are in the form.',
    before: 'In the form',
    after: 'In the changes',
  },
};

/** What the admin says in English. One group of texts for each screen or part of one. */
export const en = {
  access,
  altTexts,
  apiTokens,
  audit,
  blocks,
  brokenReferences,
  builder,
  bulk,
  codeMirror,
  collectionIcons,
  collectionLanguages,
  collections,
  common,
  components,
  conflict,
  contentList,
  dashboard,
  deliveries,
  editor,
  fieldOptions,
  fieldTypes,
  fields,
  files,
  health,
  history,
  invitations,
  itemComments,
  itemLanguages,
  library,
  localeSettings,
  palette,
  plugins,
  presence,
  preview,
  profile,
  query,
  readyGroups,
  redirects,
  references,
  replaceFile,
  roles,
  saving,
  schedule,
  schemaEffects,
  schemaText,
  secondFactor,
  service,
  settings,
  shell,
  shortcuts,
  signInAgain,
  templates,
  textEditor,
  toolbar,
  translations,
  trash,
  unsaved,
  uploads,
  users,
  webhooks,
  workingCopy,
};

/** What each language says. The compiler names the texts that a language lacks. */
export type Texts = typeof en;
