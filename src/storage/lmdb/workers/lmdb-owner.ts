/**
 * The process that has a data folder and lets workers use it: it claims the folder, checks it, and
 * is the only one that commits. It serves no requests itself.
 */
import type { WritesRefused } from '../../errors.js'
import type { LmdbOptions } from '../lmdb-store.js'
import { openLmdbStore } from '../lmdb-store.js'
import { BatchApplier } from './batch-applier.js'
import { type DeskLimits, OwnerDesk } from './owner-desk.js'

export interface LmdbOwner {
  readonly desk: OwnerDesk
  /** Throws if every write is refused at the moment. */
  requireWritable(): void
  /** Ends the seats, commits what they sent, and releases the folder. */
  close(): Promise<void>
}

export interface LmdbOwnerOptions extends Omit<LmdbOptions, 'shared'> {
  readonly limits?: DeskLimits
}

export async function openLmdbOwner(options: LmdbOwnerOptions): Promise<LmdbOwner> {
  let desk: OwnerDesk | undefined
  let refused: WritesRefused | undefined
  const applier = new BatchApplier()
  const watch: LmdbOptions['watch'] = {
    onWrites(refusal) {
      refused = refusal
      desk?.tellWrites(refusal)
      options.watch?.onWrites(refusal)
    },
  }
  const store = await openLmdbStore({ ...options, watch }, applier)
  applier.use(store)
  const opened = (desk = new OwnerDesk(store, applier, options.limits))
  opened.tellWrites(refused)
  return {
    desk: opened,
    requireWritable: () => store.requireWritable(),
    async close() {
      opened.close()
      await store.close()
    },
  }
}
