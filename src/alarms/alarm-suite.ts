/** For tests: alarms and the points they see. */
import type { AlarmSettings, WatchedMetric } from './alarm.js'
import type { AlarmPoint } from './evaluate.js'

/** An alarm above 5, on the write units of a table. */
export function alarmSettings(
  settings: Partial<AlarmSettings> = {},
  metric: Partial<WatchedMetric> = {},
): AlarmSettings {
  return {
    actionsEnabled: true,
    okActions: [],
    alarmActions: [],
    insufficientDataActions: [],
    evaluationPeriods: 3,
    threshold: 5,
    comparison: 'GreaterThanThreshold',
    ...settings,
    subject: {
      kind: 'metric',
      namespace: 'AWS/DynamoDB',
      metric: 'ConsumedWriteCapacityUnits',
      dimensions: [{ name: 'TableName', value: 'Music' }],
      periodSeconds: 60,
      statistic: 'Sum',
      ...metric,
    },
  }
}

export const firstMinuteMs = Date.UTC(2026, 10, 8, 11, 20)

/** From a picture, the newest last: 0 is fine, X is breaching, - is missing. The newest comes first. */
export function periodsOf(picture: string): readonly AlarmPoint[] {
  const values: Readonly<Record<string, number | undefined>> = { 0: 1, X: 9, '-': undefined }
  return picture
    .split(' ')
    .map((mark, i): AlarmPoint => {
      const value = values[mark]
      const atMs = firstMinuteMs + i * 60_000
      return value === undefined ? { atMs } : { atMs, value, samples: 2 }
    })
    .toReversed()
}
