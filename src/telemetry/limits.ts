/** How much telemetry is kept, and how long anybody waits for it. */

/** How long stopping waits for the last spans and metrics to be sent. */
export const telemetryStopMsMax = 1_500
/** How often metrics are sent. */
export const metricsExportIntervalMs = 60_000
/**
 * How long sending something may take with all attempts, unless the environment says it. It is less than
 * OpenTelemetry's own 10 seconds, because a program that has stopped its server lives on for that long.
 */
export const exportMsMax = 3_000
