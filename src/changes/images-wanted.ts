/**
 * What the readers of a table's changes need of each of them, together. Whoever becomes a reader of the
 * log is added here, and the log begins, ends and grows by it.
 */
import type { ChangeImages, StreamViewType, TableDefinition } from '../model/table.js'
import { isDelivered } from './reader.js'

/** Undefined when nobody wants to know of changes. */
export function imagesWanted(definition: TableDefinition): ChangeImages | undefined {
  return unionOf([streamImages(definition), kinesisImages(definition)])
}

function streamImages({ stream }: TableDefinition): ChangeImages | undefined {
  return stream?.enabled ? imagesOfView[stream.viewType] : undefined
}

/** AWS: Kinesis always gets both. */
function kinesisImages({ kinesisDestinations }: TableDefinition): ChangeImages | undefined {
  return kinesisDestinations?.some(isDelivered) ? 'both' : undefined
}

const imagesOfView: Readonly<Record<StreamViewType, ChangeImages>> = {
  KEYS_ONLY: 'keys',
  NEW_IMAGE: 'new',
  OLD_IMAGE: 'old',
  NEW_AND_OLD_IMAGES: 'both',
}

function unionOf(needs: readonly (ChangeImages | undefined)[]): ChangeImages | undefined {
  const wanted = needs.filter((need) => need !== undefined)
  if (wanted.length === 0) return undefined
  const wants = (image: ChangeImages) => wanted.includes(image) || wanted.includes('both')
  if (wants('new')) return wants('old') ? 'both' : 'new'
  return wants('old') ? 'old' : 'keys'
}
