/** The stream setting of a table. */
import type { StreamSpecification } from '../../../api/generated/dynamodb-types.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import type { StreamDraft, StreamSetting } from '../../../model/table.js'

export function readNewStream(input: StreamSpecification | undefined): StreamDraft | undefined {
  if (input === undefined) return undefined
  if (!input.StreamEnabled) {
    if (input.StreamViewType === undefined) return undefined
    throw invalidParameter(
      'Table is being created with a stream disabled, UpdateViewType should not be specified',
    )
  }
  if (input.StreamViewType === undefined) {
    throw invalidParameter(
      'Table is being created with a stream enabled, UpdateViewType is required',
    )
  }
  return { enabled: true, viewType: input.StreamViewType }
}

export function checkStreamChange(input: StreamSpecification): void {
  if (input.StreamEnabled && input.StreamViewType === undefined) {
    throw invalidParameter('If stream is being enabled then UpdateViewType is required')
  }
  if (!input.StreamEnabled && input.StreamViewType !== undefined) {
    throw invalidParameter('If stream is being disabled, then UpdateViewType must not be specified')
  }
}

/** Every enabling makes a new stream; the label of the last one stays when it is disabled. */
export function changeStream(
  tableName: string,
  current: StreamSetting | undefined,
  input: StreamSpecification,
): StreamSetting | StreamDraft {
  if (input.StreamEnabled) {
    if (current?.enabled) {
      throw validation(`Table already has an enabled stream: TableName: ${tableName}`)
    }
    return { enabled: true, viewType: input.StreamViewType! }
  }
  if (!current?.enabled) throw validation(`Table has no stream to disable: TableName: ${tableName}`)
  return { ...current, enabled: false }
}
