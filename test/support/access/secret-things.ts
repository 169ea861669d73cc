export interface SecretCollection {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** Whose words those in it are. */
  readonly owner: string;
  /** The names of its fields: a text, a list of references, and a media file. */
  readonly fields: { readonly text: string; readonly links: string; readonly image: string };
}

export interface SecretItem {
  readonly id: string;
  /** What its words are known by. */
  readonly key: string;
  readonly slug: string;
  /** A slug that it had while it was published. */
  readonly formerSlug: string;
  readonly collection: SecretCollection;
  readonly isDeleted: boolean;
}
