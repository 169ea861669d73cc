/** The client of the REST API, for browsers, Node, Deno, Bun and Workers: the package exports this file as `./client`. */
export { ApiError } from './api-error.ts';
export { changes, type FollowChanges } from './changes.ts';
export type { Draft, IncludedOf, ItemOf, Reference } from './collection-reads.ts';
export { createClient, type Client } from './client.ts';
export type { ClientRequest, ClientResponse } from './client-types.ts';
export type { Address, Addresses, AddressOptions } from './linked-addresses.ts';
export type { FetchRequest, FetchResponse, FileToUpload } from './client-messages.ts';
export { pagesByCursor, paginate, paginateByCursor } from './paginate.ts';
export type { ClientOptions, Credentials } from './send-request.ts';
export { writeLinks } from './write-links.ts';
export type { Api } from '../api.ts';
