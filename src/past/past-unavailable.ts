/** Why a table's past cannot be read, for good. */
export type PastFault =
  /** Changes that are needed were deleted, because they were too old. */
  | 'trimmed'
  /** Recovery was turned off in the meantime, so that changes are no longer logged as needed. */
  | 'not logged'
  /** The table was deleted, and its items were not kept. */
  | 'gone'
  /** What was collected has been dropped: somebody else has ended this. */
  | 'ended'

export class PastUnavailable extends Error {
  override readonly name = 'PastUnavailable'
  readonly fault: PastFault

  constructor(fault: PastFault) {
    super(sentences[fault])
    this.fault = fault
  }
}

const sentences: Readonly<Record<PastFault, string>> = {
  trimmed: 'The changes since that time are no longer kept',
  'not logged': 'Point-in-time recovery was turned off before the table was read',
  gone: 'The table was deleted before it was read',
  ended: 'The changes that were collected have been dropped',
}
