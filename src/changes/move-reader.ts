/** Notes how far a reader has got whose progress is kept elsewhere. */
import type { Engine, SpaceId } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { getFormat } from '../storage/format.js'
import type { LogReader } from './reader.js'
import { decodeReader, putReaders, readersOf } from './reader-record.js'

export interface MovedReaders {
  readonly space: SpaceId
  readonly kind: string
}

/** Of the readers of this kind that have not ended. Writes only if something changed. */
export async function moveReader(
  engine: Engine,
  { space, kind }: MovedReaders,
  { positions, nextLane }: Pick<LogReader, 'positions' | 'nextLane'>,
  fence: Fence,
): Promise<void> {
  const isMoved = (reader: LogReader) =>
    reader.kind === kind &&
    reader.end === undefined &&
    JSON.stringify([reader.positions, reader.nextLane]) !== JSON.stringify([positions, nextLane])
  const [page] = await engine.read([readersOf(space)])
  if (!page.entries.some(({ value }) => isMoved(decodeReader(value)))) return
  await engine.transact({
    guards: fence.guards,
    reads: [readersOf(space), getFormat()],
    decide([found, mark]) {
      const readers = found.entries.map(({ value }) => decodeReader(value)).filter(isMoved)
      const moved = readers.map((reader) => ({ ...reader, positions, nextLane }))
      return { mutations: [...putReaders(mark, moved), ...fence.mutations], result: undefined }
    },
  })
}
