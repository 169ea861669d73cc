import { standings, type Standing } from './principals.ts';

/**
 * The status of each request for each caller. Written from the specification of the API, not from the
 * code. The first word of a row is the operation, the others describe the request: `own` things belong
 * to the caller, `other` things to another user; `posts` is the collection of the grants and scopes,
 * `pages` is another one. The columns are the standings of `principals.ts`, in their order:
 *
 * an anonymous caller; an invalid or expired session; an invalid or expired API token; an API token; an
 * API token for posts only; viewer; author; editor; admin; with grants for posts: a viewer granted
 * editor, an editor granted viewer, an author granted viewer, an author granted editor; an admin's
 * session cookie without its CSRF token.
 */
const table = `
                                 anon ref  key  tok  scop view auth edit admn up   low  lowa upa  cook
listContent                      200  401  401  200  200  200  200  200  200  200  200  200  200  200
listContent posts                200  401  401  200  200  200  200  200  200  200  200  200  200  200
listContent pages                200  401  401  200  403  200  200  200  200  200  200  200  200  200
listSummaries                    401  401  401  403  403  200  200  200  200  200  200  200  200  200
listSummaries own                401  401  401  403  403  200  200  200  200  200  200  200  200  200
listSummaries pages              401  401  401  403  403  200  200  200  200  200  200  200  200  200
findContent                      401  401  401  403  403  200  200  200  200  200  200  200  200  200
findContent pages                401  401  401  403  403  200  200  200  200  200  200  200  200  200
countContent                     401  401  401  403  403  200  200  200  200  200  200  200  200  200
countContent pages               401  401  401  403  403  200  200  200  200  200  200  200  200  200
checkSlug                        200  401  401  200  200  200  200  200  200  200  200  200  200  200
getContent posts                 200  401  401  200  200  200  200  200  200  200  200  200  200  200
getContent pages                 200  401  401  200  403  200  200  200  200  200  200  200  200  200
getContentInfo posts             401  401  401  403  403  200  200  200  200  200  200  200  200  200
getContentInfo pages             401  401  401  403  403  200  200  200  200  200  200  200  200  200
createContent posts              401  401  401  403  403  403  201  201  201  201  403  403  201  403
createContent pages              401  401  401  403  403  403  201  201  201  403  201  201  201  403
createContent name posts         401  401  401  403  403  403  201  201  201  201  403  403  201  403
createContent name pages         401  401  401  403  403  403  201  201  201  403  201  201  201  403
updateContent own posts          401  401  401  403  403  403  200  200  200  200  403  403  200  403
updateContent other posts        401  401  401  403  403  403  403  200  200  200  403  403  200  403
updateContent own pages          401  401  401  403  403  403  200  200  200  403  200  200  200  403
updateContent other pages        401  401  401  403  403  403  403  200  200  403  200  403  403  403
updateContent publish own        401  401  401  403  403  403  200  200  200  200  403  403  200  403
updateContent publish other      401  401  401  403  403  403  403  200  200  200  403  403  200  403
updateContent own posts-to-pages 401  401  401  403  403  403  200  200  200  403  403  403  200  403
updateContent own pages-to-posts 401  401  401  403  403  403  200  200  200  403  403  403  200  403
updateContent own name-to-pages  401  401  401  403  403  403  200  200  200  403  403  403  200  403
updateContent other to-pages     401  401  401  403  403  403  403  200  200  403  403  403  403  403
deleteContent own posts          401  401  401  403  403  403  200  200  200  200  403  403  200  403
deleteContent other posts        401  401  401  403  403  403  403  200  200  200  403  403  200  403
deleteContent own pages          401  401  401  403  403  403  200  200  200  403  200  200  200  403
deleteContent other pages        401  401  401  403  403  403  403  200  200  403  200  403  403  403

listCollections                  200  401  401  200  200  200  200  200  200  200  200  200  200  200
listCollections inactive         401  401  401  403  403  403  403  403  200  403  403  403  403  200
listCollectionContent posts      200  401  401  200  200  200  200  200  200  200  200  200  200  200
listCollectionContent pages      200  401  401  200  403  200  200  200  200  200  200  200  200  200
getCollectionContent posts       200  401  401  200  200  200  200  200  200  200  200  200  200  200
getCollectionContent pages       200  401  401  200  403  200  200  200  200  200  200  200  200  200
getCollectionContent slug posts  200  401  401  200  200  200  200  200  200  200  200  200  200  200
getCollectionContent slug pages  200  401  401  200  403  200  200  200  200  200  200  200  200  200
createCollection                 401  401  401  403  403  403  403  403  201  403  403  403  403  403
getCollection                    401  401  401  403  403  403  403  403  200  403  403  403  403  200
updateCollection                 401  401  401  403  403  403  403  403  200  403  403  403  403  403
checkCollectionSchema            401  401  401  403  403  403  403  403  200  403  403  403  403  403
deleteCollection                 401  401  401  403  403  403  403  403  200  403  403  403  403  403

listMedia                        401  401  401  403  403  200  200  200  200  200  200  200  200  200
uploadMedia                      401  401  401  403  403  403  201  201  201  403  201  201  201  403
getMedia own                     401  401  401  403  403  200  200  200  200  200  200  200  200  200
getMedia other                   401  401  401  403  403  200  200  200  200  200  200  200  200  200
updateMedia own                  401  401  401  403  403  403  200  200  200  403  200  200  200  403
updateMedia other                401  401  401  403  403  403  403  200  200  403  200  403  403  403
deleteMedia own                  401  401  401  403  403  403  200  200  200  403  200  200  200  403
deleteMedia other                401  401  401  403  403  403  403  200  200  403  200  403  403  403
rebaseMedia                      401  401  401  403  403  403  403  403  200  403  403  403  403  403

logIn                            200  200  401  403  403  200  200  200  200  200  200  200  200  200
showLogin                        200  200  200  200  200  200  200  200  200  200  200  200  200  200
logInByForm                      303  303  401  403  403  303  303  303  303  303  303  303  303  303
register                         201  201  401  403  403  201  201  201  201  201  201  201  201  201
logOut                           200  200  401  403  403  200  200  200  200  200  200  200  200  403
logOutByLink                     302  302  302  302  302  302  302  302  302  302  302  302  302  302
endOtherSessions                 401  401  401  403  403  200  200  200  200  200  200  200  200  403
getAccount                       401  401  401  403  403  200  200  200  200  200  200  200  200  200
updateAccount                    401  401  401  403  403  200  200  200  200  200  200  200  200  403
changePassword                   401  401  401  403  403  200  200  200  200  200  200  200  200  403

listApiTokens                    401  401  401  403  403  403  403  403  200  403  403  403  403  200
createApiToken                   401  401  401  403  403  403  403  403  201  403  403  403  403  403
deleteApiToken                   401  401  401  403  403  403  403  403  200  403  403  403  403  403

listUsers                        401  401  401  403  403  403  403  403  200  403  403  403  403  200
createUser                       401  401  401  403  403  403  403  403  201  403  403  403  403  403
getUser own                      401  401  401  403  403  403  403  403  200  403  403  403  403  200
getUser other                    401  401  401  403  403  403  403  403  200  403  403  403  403  200
updateUser own                   401  401  401  403  403  403  403  403  200  403  403  403  403  403
updateUser own role              401  401  401  403  403  403  403  403  200  403  403  403  403  403
updateUser other                 401  401  401  403  403  403  403  403  200  403  403  403  403  403
deleteUser other                 401  401  401  403  403  403  403  403  200  403  403  403  403  403
setPermissions own               401  401  401  403  403  403  403  403  200  403  403  403  403  403
setPermissions other             401  401  401  403  403  403  403  403  200  403  403  403  403  403

getSettings                      401  401  401  403  403  403  403  403  200  403  403  403  403  200
updateSettings                   401  401  401  403  403  403  403  403  200  403  403  403  403  403
listPlugins                      401  401  401  403  403  403  403  403  200  403  403  403  403  200
updatePlugin                     401  401  401  403  403  403  403  403  200  403  403  403  403  403
purgeCache                       401  401  401  403  403  403  403  403  200  403  403  403  403  403
getCacheStatistics               401  401  401  403  403  403  403  403  200  403  403  403  403  200

importContent                    401  401  401  403  403  403  403  403  200  403  403  403  403  403
importCollections                401  401  401  403  403  403  403  403  200  403  403  403  403  403
importMedia                      401  401  401  403  403  403  403  403  201  403  403  403  403  403
exportAll                        401  401  401  403  403  403  403  403  200  403  403  403  403  200

describeApi                      200  200  200  200  200  200  200  200  200  200  200  200  200  200
describeApiWithSlash             200  200  200  200  200  200  200  200  200  200  200  200  200  200
showDocs                         200  200  200  200  200  200  200  200  200  200  200  200  200  200
getHealth                        200  200  200  200  200  200  200  200  200  200  200  200  200  200
getSystemHealth                  200  200  200  200  200  200  200  200  200  200  200  200  200  200
getFile                          200  200  200  200  200  200  200  200  200  200  200  200  200  200
`;

export interface RightsRow {
  readonly label: string;
  readonly operation: string;
  readonly statuses: Readonly<Record<Standing, number>>;
}

const parseRow = (line: string): RightsRow => {
  const words = line.trim().split(/\s+/);
  const label = words.slice(0, -standings.length).join(' ');
  const statuses = words.slice(-standings.length).map(Number);
  if (statuses.some(Number.isNaN))
    throw new Error(`The row ${label} has the wrong number of columns`);
  return {
    label,
    operation: words[0] ?? '',
    statuses: Object.fromEntries(
      standings.map((standing, index) => [standing, statuses[index]]),
    ) as RightsRow['statuses'],
  };
};

export const rightsTable: readonly RightsRow[] = table
  .split('\n')
  .filter((line) => line.trim() !== '')
  .slice(1)
  .map(parseRow);
