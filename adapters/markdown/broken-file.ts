/** A file that cannot be imported. The message is a clause about the file: "its date is not a date". */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}
