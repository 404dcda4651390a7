/** Limits of alarms: AWS's quotas, and how this server evaluates them. */

/** AWS: of an account and region. */
export const alarmsMax = 5000
export const alarmTagsMax = 50
/** AWS: of an alarm. */
export const alarmMetricsMax = 10
export const alarmExpressionsMax = 10
/** AWS: alarms with periods below an hour look back at most a day, others a week. */
export const shortPeriodSeconds = 3600
export const shortRangeSecondsMax = 24 * 3600
export const longRangeSecondsMax = 7 * 24 * 3600
/** AWS: what is fetched beyond the evaluated periods, for when some points are missing. */
export const extraPeriods = 2
export const alarmIntervalMs = 60_000
/** How long after its end a minute is looked at: by then every server has stored its part of it. */
export const minuteSettlesMs = 15_000
/** How many alarms are evaluated before other background work has its turn. */
export const alarmsPerStep = 200
/** How often changes of state are looked for whose actions have yet to run. */
export const noticesPollMs = 5_000
/** How many notices are handled in one step, and at a time. */
export const noticesPerStep = 100
export const noticesAtOnce = 8
export const noticeAttemptsMax = 3
/** Doubles with every attempt. */
export const noticeRetryMs = 10_000
/** How long an action may take. */
export const noticeMsMax = 10_000
/** Calls that are repeated every minute and wait for their turn. */
export const repeatedCallsMax = 10_000
/** Actions of unknown kinds that were logged and are remembered, so that they are logged once. */
export const unknownActionsMax = 1000
