/** Where the changes of a table's items go, beside its stream. Part of the layout: writers keep what it needs. */
export type TimePrecision = 'MILLISECOND' | 'MICROSECOND'

/** One enabling of a Kinesis stream. Of those of a table at most one neither failed nor was closed. */
export interface KinesisDestination {
  readonly streamArn: string
  /** AWS: milliseconds, and not mentioned anywhere, until a request names a precision. */
  readonly precision?: TimePrecision
  /** No two of a table have the same, so it names the delivery. */
  readonly enabledAtMs: number
  /** From when on it counts as active, or as failed. */
  readonly activeFromMs: number
  /** From when on its latest change counts as done. */
  readonly updatedFromMs?: number
  /** When that change was made. Absent in records of older versions. */
  readonly updatedAtMs?: number
  /** Why nothing can be delivered. */
  readonly failure?: string
  readonly closed?: DestinationEnd
}

export interface DestinationEnd {
  readonly atMs: number
  readonly disabledFromMs: number
}
