/* Written by `quoin types`. Run it again when the collections have changed. */

/** The data of the items of each collection, by its name. */
export interface Collections {
  articles: Articles;
  authors: Authors;
  "blog-posts": BlogPosts;
  pages: Pages;
}

/** The id of an item of a collection. */
export type Reference<Name extends string = string> = string & { readonly __collection: Name };

/** The data of an item that is not published: required fields can be missing. The type and the id of a block never are. */
export type Draft<Data> = unknown extends Data
  ? Data
  : Data extends string | number | boolean | null | undefined
    ? Data
    : Data extends readonly (infer Entry)[]
      ? Draft<Entry>[]
      : { [Key in keyof Data]?: Draft<Data[Key]> | null } & (Data extends {
          type: string;
          id: string;
        }
          ? Pick<Data, 'type' | 'id'>
          : unknown);

/**
 * An item of a collection, or of any, as the REST API returns it. With `perspective=drafts`, a published item has the data
 * of its working copy, which can lack required fields.
 */
export type Item<Name extends keyof Collections = keyof Collections> = {
  [Each in Name]: {
    id: Reference<Each>;
    title: string;
    slug: string;
    collectionId: string;
    /** In milliseconds since 1970. */
    created_at: number;
    /** In milliseconds since 1970. */
    updated_at: number;
    /** When it was first published, in milliseconds since 1970; null if it never was. */
    published_at: number | null;
  } & (
    | { status: 'published'; data: Collections[Each] }
    | { status: 'draft' | 'archived'; data: Draft<Collections[Each]> }
  );
}[Name];

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
  author: Reference<"authors">;
  /** Tags */
  tags?: (string | null)[] | "" | null;
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
  tags?: (string | null)[] | "" | null;
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
  tags?: (string | null)[] | "" | null;
}
