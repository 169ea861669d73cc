import { checkSchema } from './collections/schema/check-schema.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection, getFieldIndexes, listCollections } from './collections/read-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { bulkContent } from './bulk/bulk-content.ts';
import { checkSlug } from './content/check-slug.ts';
import { countContent } from './content/count-content.ts';
import { createContent } from './content/create-content.ts';
import { deleteContent } from './content/delete-content.ts';
import { getCollectionContent, getSingleton } from './content/get-collection-content.ts';
import { getContentInfo } from './content/get-content-info.ts';
import { getContent } from './content/get-content.ts';
import { listCollectionContent, listContent } from './content/list-content.ts';
import { findContent, listSummaries } from './content/list-summaries.ts';
import { updateContent } from './content/update-content.ts';
import { discardDraft } from './drafts/discard-draft.ts';
import { publishDraft } from './drafts/publish-draft.ts';
import { getDraft, listDrafts } from './drafts/read-drafts.ts';
import { restoreDraft } from './drafts/restore-draft.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { awaitChanges, followChanges } from './feed/follow-changes.ts';
import { readChanges } from './feed/read-changes.ts';
import { mergeContent } from './history/merge-content.ts';
import { pruneHistory } from './history/prune-history.ts';
import { getRevision, listRevisions } from './history/read-history.ts';
import { restoreContent } from './history/restore-content.ts';
import { deleteMedia } from './media/delete-media.ts';
import { readImage } from './media/read-image.ts';
import { getMedia, listMedia, readMediaFile } from './media/read-media.ts';
import { rebaseMedia } from './media/rebase-media.ts';
import { uploadMedia } from './media/store-media.ts';
import { updateMedia } from './media/update-media.ts';
import { queryContent } from './queries/query-content.ts';
import {
  expandCollectionItem,
  expandCollectionList,
  expandItem,
  expandList,
  expandQuery,
  expandSingleton,
} from './references/expand-content.ts';
import { findMediaProblems, findReferenceProblems } from './references/find-problems.ts';
import { listMediaUsage, listReferrers } from './references/read-referrers.ts';
import {
  createItemPreview,
  createSitePreview,
  revokeItemPreviews,
  revokeSitePreviews,
} from './previews/preview-tokens.ts';
import { planChanges, removePlan } from './schedule/plan-changes.ts';
import { getSchedule, listSchedules } from './schedule/read-schedules.ts';
import { runDueChanges } from './schedule/run-due-changes.ts';
import { expandSearch } from './search/expand-search.ts';
import { searchContent } from './search/search-content.ts';
import { updateSearchIndex } from './search/update-index.ts';
import { listRedirects } from './redirects/list-redirects.ts';
import { removeRedirect } from './redirects/remove-redirect.ts';
import { exportEverything } from './transfer/export-everything.ts';
import { importCollections } from './transfer/import-collections.ts';
import { importContent } from './transfer/import-content.ts';
import { importMedia } from './transfer/import-media.ts';
import { restoreLines } from './transfer/restore-lines.ts';
import { emptyTrash, purgeFromTrash } from './trash/purge-trash.ts';
import { countTrash, listTrash } from './trash/read-trash.ts';
import { restoreFromTrash } from './trash/restore-from-trash.ts';
import type { Parts } from './parts.ts';
import { administrationOf } from './administration.ts';

/** All use cases, by subject. They can take part in a larger commit. */
export type UseCases = ReturnType<typeof useCasesOf>;

export const useCasesOf = (dependencies: Parts) => ({
  content: {
    list: listContent(dependencies),
    listOfCollection: listCollectionContent(dependencies),
    get: getContent(dependencies),
    getOfCollection: getCollectionContent(dependencies),
    getSingleton: getSingleton(dependencies),
    getInfo: getContentInfo(dependencies),
    listSummaries: listSummaries(dependencies),
    count: countContent(dependencies),
    find: findContent(dependencies),
    query: queryContent(dependencies),
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
  history: {
    list: listRevisions(dependencies),
    get: getRevision(dependencies),
    restore: restoreContent(dependencies),
    merge: mergeContent(dependencies),
    prune: pruneHistory(dependencies),
  },
  drafts: {
    list: listDrafts(dependencies),
    get: getDraft(dependencies),
    save: saveDraft(dependencies),
    restore: restoreDraft(dependencies),
    discard: discardDraft(dependencies),
    publish: publishDraft(dependencies),
  },
  references: {
    expandList: expandList(dependencies),
    expandListOfCollection: expandCollectionList(dependencies),
    expandItem: expandItem(dependencies),
    expandItemOfCollection: expandCollectionItem(dependencies),
    expandSingleton: expandSingleton(dependencies),
    expandQuery: expandQuery(dependencies),
    expandSearch: expandSearch(dependencies),
    listReferrers: listReferrers(dependencies),
    listMediaUsage: listMediaUsage(dependencies),
    findProblems: findReferenceProblems(dependencies),
    findMediaProblems: findMediaProblems(dependencies),
  },
  previews: {
    createForItem: createItemPreview(dependencies),
    createForSite: createSitePreview(dependencies),
    revokeOfItem: revokeItemPreviews(dependencies),
    revokeOfSite: revokeSitePreviews(dependencies),
  },
  schedule: {
    get: getSchedule(dependencies),
    list: listSchedules(dependencies),
    plan: planChanges(dependencies),
    remove: removePlan(dependencies),
    runDue: runDueChanges(dependencies),
  },
  search: {
    find: searchContent(dependencies),
    updateIndex: updateSearchIndex(dependencies, { settleMs: dependencies.searchSettleMs }),
    /** Calls a listener when there is work for `updateIndex` because of a change on this instance. */
    onOutdated: dependencies.outdatedEntries.listen,
    /** How far that work is. */
    progress: () => dependencies.search.progress(),
  },
  changes: {
    read: readChanges(dependencies),
    await: awaitChanges(dependencies),
    follow: followChanges(dependencies),
    /** How many readers of this process wait for changes. */
    countReaders: () => dependencies.feedSeats.taken,
  },
  redirects: {
    list: listRedirects(dependencies),
    remove: removeRedirect(dependencies),
  },
  collections: {
    list: listCollections(dependencies),
    get: getCollection(dependencies),
    getIndexes: getFieldIndexes(dependencies),
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
  ...administrationOf(dependencies),
  transfer: {
    importCollections: importCollections(dependencies),
    importContent: importContent(dependencies),
    importMedia: importMedia(dependencies),
    restoreLines: restoreLines(dependencies),
    exportEverything: exportEverything(dependencies),
  },
});
