/** What a stream record may hold, in AWS's terms. */
import type { StreamViewType } from '../../api/generated/dynamodb-types.js'
import type { Choice } from '../../design/inputs.js'

export const viewTypes: readonly Choice<StreamViewType>[] = [
  { value: 'NEW_AND_OLD_IMAGES', label: 'NEW_AND_OLD_IMAGES' },
  { value: 'NEW_IMAGE', label: 'NEW_IMAGE' },
  { value: 'OLD_IMAGE', label: 'OLD_IMAGE' },
  { value: 'KEYS_ONLY', label: 'KEYS_ONLY' },
]
