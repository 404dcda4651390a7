/** The alarms of auto scaling: ordinary ones, among those of clients. */
import type { AlarmSettings } from '../alarms/alarm.js'
import type { AlarmStore } from '../alarms/alarm-store.js'
import type { Dimension } from '../metrics/series.js'
import type { Scope } from '../model/arn.js'

export interface ScalingAlarm {
  readonly name: string
  readonly description: string
  readonly metric: string
  readonly dimensions: readonly Dimension[]
  readonly statistic: 'Sum' | 'Average'
  readonly periodSeconds: number
  readonly comparison: 'GreaterThanThreshold' | 'LessThanThreshold'
  readonly threshold: number
  /** All of them have to be beyond the threshold. */
  readonly evaluationPeriods: number
  /** The ARN that is called every minute while it is in ALARM. */
  readonly action: string
}

export class AlarmBook {
  readonly #store: AlarmStore

  constructor(store: AlarmStore) {
    this.#store = store
  }

  /** Makes them, or changes them if they are there. */
  async put({ account, region }: Scope, alarms: readonly ScalingAlarm[]): Promise<void> {
    for (const alarm of alarms) {
      await this.#store.put({ account, region }, alarm.name, settingsOf(alarm))
    }
  }

  /** Those that are not there are left out. */
  delete({ account, region }: Scope, names: readonly string[]): Promise<void> {
    return this.#store.delete({ account, region }, names)
  }
}

function settingsOf(alarm: ScalingAlarm): AlarmSettings {
  const { description, action, evaluationPeriods, threshold, comparison } = alarm
  const { metric, dimensions, statistic, periodSeconds } = alarm
  return {
    description,
    actionsEnabled: true,
    okActions: [],
    alarmActions: [action],
    insufficientDataActions: [],
    subject: {
      kind: 'metric',
      namespace: 'AWS/DynamoDB',
      metric,
      dimensions,
      periodSeconds,
      statistic,
    },
    evaluationPeriods,
    threshold,
    comparison,
  }
}

/** An alarm of ours is in ALARM. */
export interface RaisedAlarm extends Scope {
  readonly name: string
  /** The one that is called for it. */
  readonly action: string
}
