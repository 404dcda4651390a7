/**
 * A trigger: a stream, the code that is called with its changes, and how. Like Lambda's event
 * source mappings, with our own names.
 */
import type { TableArn } from '../model/arn.js'
import type { FilterPattern } from './filter-pattern.js'

export interface Trigger {
  readonly name: string
  readonly enabled: boolean
  readonly table: TableArn
  /**
   * The label of the one stream to follow; undefined to follow the table's streams one after the
   * other.
   */
  readonly label: string | undefined
  readonly handler: Handler
  readonly startingPosition: StartingPosition
  readonly batchSize: number
  readonly windowMs: number
  readonly filters: readonly FilterPattern[]
  /** After the first attempt; Infinity to retry for as long as the records can be read. */
  readonly retriesMax: number
  readonly recordAgeMsMax: number
  readonly bisects: boolean
  /** Whether the handler reports which records failed. */
  readonly partialAnswers: boolean
  /** How many batches of one shard may be in progress. */
  readonly parallelBatches: number
  /** The path of the file for batches that are given up. */
  readonly deadLetterFile: string | undefined
}

export type StartingPosition = 'TRIM_HORIZON' | 'LATEST'

export type Handler = ModuleHandler | EndpointHandler

export interface ModuleHandler {
  readonly kind: 'module'
  readonly path: string
  readonly exportName: string
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly processesMax: number
  readonly environment: Readonly<Record<string, string>>
}

export interface EndpointHandler {
  readonly kind: 'endpoint'
  readonly url: string
  readonly timeoutMs: number
}
