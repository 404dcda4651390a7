/** A write that was first made in another region, on its way into this one. */
import type { ChangeOrigin, Image } from '../../changes/change-record.js'
import type { Version } from '../../model/version.js'

export interface IncomingChange {
  readonly version: Version
  /** The item's key as it is stored, which is the same in every region: of a deleted item nothing else is left. */
  readonly key: Buffer
  /** The whole item; undefined if it was deleted. */
  readonly item: Image | undefined
  /** When it was written there, by the clock there. */
  readonly atMs: number
  /** What caused it there. */
  readonly origin: ChangeOrigin
}
