/** Which images of each change the readers of a table need, taken together. */
import type { ChangeImages, StreamSetting, StreamViewType } from '../model/table.js'
import type { ReaderDraft } from './reader.js'

/** `streams` are enabled. Undefined if nothing reads the changes: then there is no log. */
export function imagesWanted(
  streams: readonly StreamSetting[],
  readers: readonly ReaderDraft[],
): ChangeImages | undefined {
  const viewed = streams.map(({ viewType }) => imagesOfView[viewType])
  return unionOf([...viewed, ...readers.map(({ images }) => images)])
}

const imagesOfView: Readonly<Record<StreamViewType, ChangeImages>> = {
  KEYS_ONLY: 'keys',
  NEW_IMAGE: 'new',
  OLD_IMAGE: 'old',
  NEW_AND_OLD_IMAGES: 'both',
}

function unionOf(wanted: readonly ChangeImages[]): ChangeImages | undefined {
  if (wanted.length === 0) return undefined
  const wants = (image: ChangeImages) => wanted.includes(image) || wanted.includes('both')
  if (wants('new')) return wants('old') ? 'both' : 'new'
  return wants('old') ? 'old' : 'keys'
}
