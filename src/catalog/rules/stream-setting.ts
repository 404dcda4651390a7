/** The stream of a table: what a client may request, and what follows from it. */
import { invalidParameter, validation } from '../../model/errors.js'
import type {
  StreamDraft,
  StreamSetting,
  StreamViewType,
  TableDefinition,
} from '../../model/table.js'

export interface StreamRequest {
  readonly enabled: boolean
  readonly viewType?: StreamViewType
}

export function newStreamDraft(request: StreamRequest | undefined): StreamDraft | undefined {
  if (request === undefined) return undefined
  const { enabled, viewType } = request
  if (!enabled) {
    if (viewType === undefined) return undefined
    throw invalidParameter(
      'Table is being created with a stream disabled, UpdateViewType should not be specified',
    )
  }
  if (viewType === undefined) {
    throw invalidParameter(
      'Table is being created with a stream enabled, UpdateViewType is required',
    )
  }
  return { enabled, viewType }
}

/** Checks what can be refused without looking at the table. */
export function checkStreamUpdate(request: StreamRequest | undefined): void {
  if (request === undefined) return
  const { enabled, viewType } = request
  if (enabled && viewType === undefined) {
    throw invalidParameter('If stream is being enabled then UpdateViewType is required')
  }
  if (!enabled && viewType !== undefined) {
    throw invalidParameter('If stream is being disabled, then UpdateViewType must not be specified')
  }
}

/** Each time it is enabled, a new stream is created; the last label is kept when it is disabled. */
export function changedStream(
  { name, stream: current }: Pick<TableDefinition, 'name' | 'stream'>,
  { enabled, viewType }: StreamRequest,
): StreamSetting | StreamDraft {
  if (enabled) {
    if (current?.enabled) {
      throw validation(`Table already has an enabled stream: TableName: ${name}`)
    }
    return { enabled, viewType: viewType! }
  }
  if (!current?.enabled) throw validation(`Table has no stream to disable: TableName: ${name}`)
  return { ...current, enabled: false }
}
