/** Lists of statements that this browser keeps: what was run, and what was saved under a name. */
export interface SavedStatement {
  readonly name: string
  readonly text: string
}

/** The newest first; an entry with the same id moves to the front. */
export function withEntry<Entry>(
  entries: readonly Entry[],
  entry: Entry,
  idOf: (entry: Entry) => string,
  countMax: number,
): readonly Entry[] {
  const others = entries.filter((each) => idOf(each) !== idOf(entry))
  return [entry, ...others].slice(0, countMax)
}
