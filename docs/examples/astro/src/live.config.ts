import { defineLiveCollection } from 'astro:content';
import { quoinLiveLoader } from './quoin';
import { source } from './source';

export const collections = { livePosts: defineLiveCollection({ loader: quoinLiveLoader(source) }) };
