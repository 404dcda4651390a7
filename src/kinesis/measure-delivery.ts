/** What is told of deliveries, so that it can be measured. */
import type { Change } from '../changes/change-record.js'
import type { KinesisDelivery } from './kinesis-delivery.js'

export type DeliveryFigure =
  /** Units of captured changes: one for each started KB of each change that Kinesis accepted. */
  | 'captured'
  /** Records that the stream refused for want of capacity. */
  | 'throttled'
  /** Changes that are given up. */
  | 'failed'
  /** How long the oldest change that waits has done so, in milliseconds, whenever it is looked at. */
  | 'waited'

export type MeasureDelivery = (
  delivery: KinesisDelivery,
  figure: DeliveryFigure,
  value: number,
) => void

const unitBytes = 1024

/** AWS: as a write of the item. */
export function capturedUnits({ key, before, after }: Change): number {
  const bytes = Math.max(key.sizeBytes, before?.sizeBytes ?? 0, after?.sizeBytes ?? 0)
  return Math.max(1, Math.ceil(bytes / unitBytes))
}
