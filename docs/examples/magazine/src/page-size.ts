/** Articles on a page of the index. */
export const pageSize = 20;
