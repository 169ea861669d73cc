export const source = {
  url: process.env.QUOIN_URL ?? 'http://localhost:8787',
  collection: 'blog-posts',
  pathOf: ({ slug }: { readonly slug: string }) => `/posts/${slug}/`,
};
