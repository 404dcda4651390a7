/** The times of changes that may only be made so often within a window that moves with the clock. */

export interface ChangesLimit {
  readonly changesMax: number
  readonly windowMs: number
}

/**
 * The times that still count. Records of older versions have only the last one.
 */
export function recentChanges(
  atMs: readonly number[] | undefined,
  lastAtMs: number | undefined,
  { windowMs }: ChangesLimit,
  nowMs: number,
): readonly number[] {
  const known = atMs ?? (lastAtMs === undefined ? [] : [lastAtMs])
  return known.filter((each) => each > nowMs - windowMs)
}
