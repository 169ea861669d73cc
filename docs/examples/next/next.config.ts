import type { NextConfig } from 'next';

const config: NextConfig = {
  // For `use cache` and `cacheTag` in lib/quoin.ts. The next major version of Next enables both.
  cacheComponents: true,
  partialPrefetching: true,
};

export default config;
