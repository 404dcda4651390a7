/** How AWS names what it measures of deliveries to Kinesis. */
import type { DeliveryFigure } from '../../kinesis/measure-delivery.js'
import type { Unit } from '../../metrics/series.js'

/** AWS names the dimension in its guide, but not this value. */
export const kinesisOperation = 'ChangeDataCaptureForKinesisDataStreams'

interface DeliveryMetric {
  readonly metric: string
  readonly unit: Unit
}

export const deliveryMetrics: Readonly<Record<DeliveryFigure, DeliveryMetric>> = {
  captured: { metric: 'ConsumedChangeDataCaptureUnits', unit: 'Count' },
  throttled: { metric: 'ThrottledPutRecordCount', unit: 'Count' },
  failed: { metric: 'FailedToReplicateRecordCount', unit: 'Count' },
  waited: { metric: 'AgeOfOldestUnreplicatedRecord', unit: 'Milliseconds' },
}
