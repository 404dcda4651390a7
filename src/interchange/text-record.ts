/**
 * What a file of items consists of. A record that cannot be used is told and left out; text that
 * makes no sense ends the reading of its file, because nobody can tell where the next record begins.
 */
export type TextRecord<T> =
  | { readonly kind: 'content'; readonly index: number; readonly content: T }
  /** The next record can be read. */
  | { readonly kind: 'fault'; readonly index: number; readonly message: string }
  /** Nothing after it is read. */
  | { readonly kind: 'unreadable'; readonly index: number; readonly message: string }

/** Reads a file piece by piece. Keeps no more of it than the record that is not complete yet. */
export interface RecordReader<T> {
  /** Returns the records that these bytes complete. */
  push(bytes: Uint8Array): readonly TextRecord<T>[]
  /** There are no more bytes. */
  end(): readonly TextRecord<T>[]
  /** The rest of the file cannot be had: returns what to say about it. */
  giveUp(message: string): TextRecord<T>
  /** Whether it met something unreadable: the rest of the file need not be read. */
  readonly isOver: boolean
}

/** Text that is not in the format that its file should have. */
export class UnreadableText extends Error {}
