/** What a caller says about a write. The note defaults to none, and the other members to false. */
export interface WriteRemarks {
  /** What the revision says about the change. */
  readonly note?: string | undefined;
  /** Whether the client saved by itself. The write then replaces the revision of the autosave before it, in the same status. */
  readonly isAutosave?: boolean | undefined;
  /** Whether the revisions of new items are stored afterwards, so that their creation stores none. */
  readonly historyFollows?: boolean | undefined;
  /** Whether an import makes the change, for the audit. */
  readonly isImport?: boolean | undefined;
  /** Whether to reject what is probably a mistake in the data: see `checkStrictly`. */
  readonly isStrict?: boolean | undefined;
}
