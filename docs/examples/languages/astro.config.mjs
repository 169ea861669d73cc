import { defineConfig } from 'astro/config';

// Links of sitemaps and of `hreflang` are complete URLs.
export default defineConfig({ site: process.env.SITE_URL ?? 'https://www.example.com' });
