import node from '@astrojs/node';
import { defineConfig, memoryCache } from 'astro/config';

export default defineConfig({
  // For the pages under /live. A site of static pages only needs neither.
  adapter: node({ mode: 'standalone' }),
  cache: { provider: memoryCache() },
});
