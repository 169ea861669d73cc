/* Written by `quoin types`. Run it again when the collections have changed. */

/** The data of the items of each collection, by its name. */
export interface Collections {
  articles: Articles;
  authors: Authors;
  "blog-posts": BlogPosts;
  pages: Pages;
}

/** An item as the REST API returns it. */
export interface Item<Name extends keyof Collections = keyof Collections> {
  id: string;
  title: string;
  slug: string;
  status: 'draft' | 'published' | 'archived';
  collectionId: string;
  /** In milliseconds since 1970. */
  created_at: number;
  /** In milliseconds since 1970. */
  updated_at: number;
  /** When it was first published, in milliseconds since 1970; null if it never was. */
  published_at: number | null;
  data: Collections[Name];
}

/** A file that `expand` adds beside the items. */
export interface IncludedMedia {
  url: string;
  mimeType: string;
  /** In pixels. Only images whose format contains it have a size. */
  width?: number;
  height?: number;
  alt: string;
  caption: string;
  /** What crops keep, as fractions of the width and the height. */
  focus?: { x: number; y: number };
}

/** Articles */
export interface Articles {
  /** Excerpt */
  excerpt: string;
  /** Cover */
  cover?: string | null;
  /** Author */
  author: string;
  /** Tags */
  tags?: (string)[] | null;
  /** Text */
  body: string;
}

/** Authors */
export interface Authors {
  /** Photo */
  photo?: string | null;
  /** About */
  about?: string | null;
}

/**
 * Blog posts
 * Posts of the blog
 */
export interface BlogPosts {
  /** Excerpt */
  excerpt?: string | null;
  /** Content */
  content?: string | null;
  /** Featured image */
  featuredImage?: string | null;
  /** Tags */
  tags?: (string)[] | null;
}

/**
 * Pages
 * Pages of the site
 */
export interface Pages {
  /** Excerpt */
  excerpt?: string | null;
  /** Content */
  content?: string | null;
  /** Featured image */
  featuredImage?: string | null;
  /** Tags */
  tags?: (string)[] | null;
}
