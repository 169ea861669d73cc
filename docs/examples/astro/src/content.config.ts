import { defineCollection } from 'astro:content';
import { quoinLoader } from './quoin';
import { source } from './source';

export const collections = { posts: defineCollection({ loader: quoinLoader(source) }) };
